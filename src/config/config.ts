import type { Catalog } from '../catalog/catalog.ts';
import { withCredentials, withDemoAddress } from '../catalog/provider-overrides.ts';
import type { IdentityProvider } from '../identity/people/identity-providers.ts';
import { isObject, type Json } from '../shared/json/json.ts';
import type { LogLevels } from '../shared/log.ts';
import type { NanoCredits } from '../shared/money.ts';
import { Secret } from '../shared/secret.ts';

/** All settings, immutable. They are replaced as a whole when the file changes. */
export interface Config {
  readonly server: {
    readonly host: string;
    /** 0 lets the system choose. */
    readonly port: number;
    /** Processes that share the port; absent: one. */
    readonly workers?: number;
    /** Base of links in answers, without a trailing slash; null: `http://host:port` as bound. */
    readonly publicUrl: string | null;
    /** Origins whose pages may call, as browsers send them. */
    readonly corsOrigins: readonly string[];
    readonly metrics: { readonly host: string; readonly port: number } | null;
    /** Secrets that encrypt what must be read again: the first encrypts, all decrypt. Absent: the secret in the data folder. */
    readonly sealKeys?: readonly Secret[];
    /** What happens after a signal to stop. */
    readonly shutdown: {
      /** How long calls are still accepted while `/readyz` returns 503. */
      readonly delayMilliseconds: number;
      /** How long running calls may take to finish after that. */
      readonly graceMilliseconds: number;
    };
  };
  readonly storage: {
    /** `sqlite:path` or `postgres://…`. */
    readonly database: string;
    /** How long calls continue while a shared database does not answer. */
    readonly offlineMilliseconds: number;
    /** Whether settled calls are kept in the data folder until then. */
    readonly spool: boolean;
    /** `file:path` or `s3://bucket?…`. */
    readonly drive: string;
    /** The credential for a bucket; absent for a folder. */
    readonly driveCredential?: { readonly id: string; readonly secret: Secret };
  };
  readonly limits: Limits;
  readonly catalog: Catalog;
  /** Identity providers that people may sign in with. */
  readonly identityProviders: readonly IdentityProvider[];
  /** Networks of the proxies whose `X-Forwarded-For` counts. */
  readonly trustedProxies: readonly string[];
  /** How e-mail is sent; null: not at all. */
  readonly mail: MailSettings | null;
  /** Private networks to which alert webhooks may be sent, as CIDR blocks. */
  readonly alertNetworks: readonly string[];
  /** Where traces of calls are sent; null or absent: nowhere. */
  readonly traces?: {
    /** Base address of an OpenTelemetry collector. */
    readonly endpoint: string;
    readonly headers: Readonly<Record<string, Secret>>;
    /** Share of the traces that begin here. */
    readonly sampleRatio: number;
  } | null;
  /** What is logged. */
  readonly log: LogLevels;
  readonly bootstrap: Bootstrap;
  /** The administrator key of the control API; absent: the one in `<data>/admin-key`. */
  readonly adminKey?: Secret;
}

/** How e-mail is sent. */
interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps://`. */
  readonly smtp: Secret;
  readonly from: string;
}

/** Bytes, seconds, milliseconds, days and numbers of things; positive integers. */
export interface Limits {
  readonly voiceRequestBytes: number;
  readonly voiceSeconds: number;
  readonly jsonRequestBytes: number;
  readonly fileRequestBytes: number;
  readonly workspaceStoredBytes: number;
  readonly workspaceKeys: number;
  /** Null: half of the heap. */
  readonly bodyMemoryBytes: number | null;
  /** Null: half of `bodyMemoryBytes`. */
  readonly keyBodyMemoryBytes: number | null;
  /** Null: half of the free space of the disk. */
  readonly spoolBytes: number | null;
  /** Null: half of `spoolBytes`. */
  readonly keySpoolBytes: number | null;
  readonly bodyBytesPerSecond: number;
  /** How late the event loop may be before calls are refused; null or absent: any. */
  readonly eventLoopDelayMilliseconds?: number | null;
  readonly firstByteSeconds: number;
  readonly streamIdleSeconds: number;
  readonly keepaliveSeconds: number;
  /** Silence of both sides after which a realtime session ends, and its longest duration. */
  readonly realtimeIdleSeconds: number;
  readonly realtimeSessionSeconds: number;
  readonly driveRetentionSeconds: number;
  readonly responseRetentionDays: number;
}

/** Workspaces and keys that are created if absent, and never changed afterwards. */
export interface Bootstrap {
  readonly workspaces: readonly {
    readonly id: string;
    readonly name: string;
    readonly plan: string | null;
    readonly credits: NanoCredits;
    /** IANA zone in which its days and months begin. */
    readonly timeZone: string;
  }[];
  readonly keys: readonly { readonly workspace: string; readonly name: string; readonly secret: Secret }[];
}

/** The live configuration. It is replaced as a whole, so read it anew for every use. */
export interface LiveConfig {
  readonly config: () => Config;
  readonly catalog: () => Config['catalog'];
  readonly limits: () => Limits;
  readonly server: () => Config['server'];
  /** Replaces the configuration, except for the address and the storage, which need a restart. */
  readonly swap: (next: Config) => void;
  /** Puts keys of providers in force, by provider, in place of the configured ones. */
  readonly useCredentials: (keys: ReadonlyMap<string, Secret>) => void;
  /** Why the last change of the configuration is not in force: sentences for operators, without paths. Null: it is. */
  readonly refusal: () => string | null;
  readonly noteRefusal: (refusal: string | null) => void;
}

/**
 * Makes the live configuration.
 *
 * @param initial also gives the address and the storage, whatever replaces the rest
 * @param demoUrl origin of the built-in provider; null if it does not run
 */
export function makeLiveConfig(initial: Config, demoUrl: string | null): LiveConfig {
  let keys: ReadonlyMap<string, Secret> = new Map();
  let configured = initial;
  const effective = (): Config => ({
    ...configured,
    catalog: withCredentials(withDemoAddress(configured.catalog, demoUrl), keys),
  });
  let config = effective();
  let refusal: string | null = null;
  return {
    config: () => config,
    catalog: () => config.catalog,
    limits: () => config.limits,
    server: () => config.server,
    swap: (next) => {
      const { host, port } = initial.server;
      configured = { ...next, server: { ...next.server, host, port }, storage: initial.storage };
      config = effective();
    },
    refusal: () => refusal,
    noteRefusal: (next) => void (refusal = next),
    useCredentials: (next) => {
      keys = next;
      config = effective();
    },
  };
}

type StartServer = Omit<Config['server'], 'publicUrl' | 'corsOrigins'>;

/** Settings that are read only at start, by section. The others are read for every call. */
export interface StartSettings {
  readonly server: StartServer;
  readonly storage: Config['storage'];
  readonly telemetry: NonNullable<Config['traces']> | null;
}

/** The settings of a configuration that are read only at start. */
export function startSettings({ server, storage, traces = null }: Config): StartSettings {
  const { publicUrl: _url, corsOrigins: _origins, ...rest } = server;
  return { server: rest, storage, telemetry: traces };
}

/** The configuration with the settings of a start, which stay until the next one. */
export const withStartSettings = (
  { server: { publicUrl, corsOrigins }, ...config }: Config,
  { server, storage, telemetry }: StartSettings,
): Config => ({ ...config, server: { ...server, publicUrl, corsOrigins }, storage, traces: telemetry });

const secretMember = '$secret';

/** Settings as JSON, with the values of secrets: for another process of the same gateway, and for comparing. */
export const writeSettings = (settings: StartSettings[keyof StartSettings] | StartSettings): string =>
  JSON.stringify(settings, function (this: Readonly<Record<string, unknown>>, name, value: unknown) {
    const source = this[name];
    return source instanceof Secret ? { [secretMember]: source.reveal() } : value;
  });

/** Makes secrets again, as the reviver of `JSON.parse` for what `writeSettings` wrote. */
export function reviveSecret(_name: string, value: Json): unknown {
  const secret = isObject(value) ? value[secretMember] : null;
  return typeof secret === 'string' ? new Secret(secret) : value;
}
