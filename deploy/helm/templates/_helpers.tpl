{{- define "diglot.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "diglot.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "diglot.labels" -}}
{{ include "diglot.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- /* What the schema of the values cannot say. */ -}}
{{- define "diglot.check" -}}
{{- $storage := .Values.config.storage | default dict -}}
{{- if and .Values.databaseKey (not .Values.config.server.seal_keys) -}}
{{- fail "With databaseKey, config.server.seal_keys is required: write ['${SEAL_KEY}'] and put SEAL_KEY into the Secret." -}}
{{- end -}}
{{- if $storage.database -}}
{{- fail "Do not write config.storage.database, which may contain a password: put the address into the Secret, and its key into databaseKey." -}}
{{- end -}}
{{- if gt (int .Values.replicas) 1 -}}
{{- if not .Values.databaseKey -}}
{{- fail "More than one replica needs PostgreSQL: put its address into the Secret, and the key of it into databaseKey." -}}
{{- end -}}
{{- if not (hasPrefix "s3://" ($storage.drive | default "")) -}}
{{- fail "More than one replica needs a bucket: set config.storage.drive to s3://…" -}}
{{- end -}}
{{- end -}}
{{- end -}}
