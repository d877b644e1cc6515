import { z } from 'zod';

/** The fields of the few Kubernetes kinds that the chart uses, as in the API reference of 1.25 and later. A field that is not here is an error. */

const name = z.string().regex(/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/);
const labels = z.record(
  z.string().regex(/^([-a-z0-9.]+\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/),
  z.string().regex(/^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/),
);
const annotations = z.record(z.string(), z.string());
const metadata = z.strictObject({ name, labels: labels.optional(), annotations: annotations.optional() });
const portName = z.string().regex(/^[a-z0-9-]{1,15}$/);
const portNumber = z.int().min(1).max(65_535);
const quantity = z.string().regex(/^\d+(m|Ki|Mi|Gi|Ti)?$/);
const quantities = z.strictObject({ cpu: quantity.optional(), memory: quantity.optional() });
const natural = z.int().min(0);

const selector = z.strictObject({ matchLabels: labels });

const probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string().startsWith('/'), port: portName }),
  periodSeconds: z.int().min(1).optional(),
  timeoutSeconds: z.int().min(1).optional(),
  failureThreshold: z.int().min(1).optional(),
});

const container = z.strictObject({
  name,
  image: z.string().regex(/^[a-z0-9][a-z0-9.:/_-]*:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/),
  imagePullPolicy: z.enum(['Always', 'IfNotPresent', 'Never']),
  envFrom: z.array(z.strictObject({ secretRef: z.strictObject({ name }) })),
  env: z
    .array(
      z.strictObject({
        name: z.string().regex(/^[A-Z_][A-Z0-9_]*$/),
        valueFrom: z.strictObject({ secretKeyRef: z.strictObject({ name, key: z.string().min(1) }) }),
      }),
    )
    .optional(),
  ports: z.array(z.strictObject({ name: portName, containerPort: portNumber })),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  resources: z.strictObject({ requests: quantities.optional(), limits: quantities.optional() }),
  volumeMounts: z.array(
    z.strictObject({ name, mountPath: z.string().startsWith('/'), readOnly: z.boolean().optional() }),
  ),
});

const pod = z.strictObject({
  automountServiceAccountToken: z.literal(false),
  terminationGracePeriodSeconds: natural,
  imagePullSecrets: z.array(z.strictObject({ name })).optional(),
  securityContext: z.strictObject({
    runAsNonRoot: z.literal(true),
    runAsUser: z.int().min(1),
    runAsGroup: z.int().min(1),
    fsGroup: z.int().min(1),
    fsGroupChangePolicy: z.enum(['OnRootMismatch', 'Always']),
    seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
  }),
  topologySpreadConstraints: z.array(
    z.strictObject({
      maxSkew: z.int().min(1),
      topologyKey: z.string(),
      whenUnsatisfiable: z.enum(['DoNotSchedule', 'ScheduleAnyway']),
      labelSelector: selector,
    }),
  ),
  containers: z.array(container).min(1),
  volumes: z.array(
    z.strictObject({
      name,
      configMap: z.strictObject({ name }).optional(),
      emptyDir: z.strictObject({}).optional(),
    }),
  ),
  nodeSelector: labels.optional(),
  tolerations: z
    .array(z.strictObject({ key: z.string().optional(), operator: z.enum(['Exists', 'Equal']).optional() }))
    .optional(),
  affinity: z.strictObject({}).optional(),
});

const statefulSet = z.strictObject({
  apiVersion: z.literal('apps/v1'),
  kind: z.literal('StatefulSet'),
  metadata,
  spec: z.strictObject({
    replicas: natural,
    serviceName: name,
    podManagementPolicy: z.enum(['OrderedReady', 'Parallel']),
    selector,
    template: z.strictObject({
      metadata: z.strictObject({ labels, annotations: annotations.optional() }),
      spec: pod,
    }),
    volumeClaimTemplates: z.array(
      z.strictObject({
        metadata: z.strictObject({ name }),
        spec: z.strictObject({
          accessModes: z.tuple([z.literal('ReadWriteOnce')]),
          storageClassName: z.string().min(1).optional(),
          resources: z.strictObject({ requests: z.strictObject({ storage: quantity }) }),
        }),
      }),
    ),
  }),
});

const service = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('Service'),
  metadata,
  spec: z.strictObject({
    type: z.enum(['ClusterIP', 'LoadBalancer', 'NodePort']).optional(),
    clusterIP: z.literal('None').optional(),
    publishNotReadyAddresses: z.boolean().optional(),
    selector: labels,
    ports: z.array(z.strictObject({ name: portName, port: portNumber, targetPort: portName })),
  }),
});

const configMap = z.strictObject({
  apiVersion: z.literal('v1'),
  kind: z.literal('ConfigMap'),
  metadata,
  data: z.record(z.string().regex(/^[-._a-zA-Z0-9]+$/), z.string()),
});

const disruptionBudget = z.strictObject({
  apiVersion: z.literal('policy/v1'),
  kind: z.literal('PodDisruptionBudget'),
  metadata,
  spec: z.strictObject({ maxUnavailable: natural, selector }),
});

export const manifestSchema = z.discriminatedUnion('kind', [statefulSet, service, configMap, disruptionBudget]);
export type Manifest = z.infer<typeof manifestSchema>;
