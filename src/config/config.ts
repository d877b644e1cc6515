import type { Catalog } from '../catalog/catalog.ts';
import type { NanoCredits } from '../shared/money.ts';
import type { Secret } from '../shared/secret.ts';

/** All settings, read once (or again as a whole when the file changes) and frozen. Units are in the names. */
export interface Config {
  readonly server: {
    readonly host: string;
    /** 0 lets the system choose. */
    readonly port: number;
    /** What links in answers start with; null: `http://host:port` as bound. No trailing slash. */
    readonly publicUrl: string | null;
    /** Origins whose pages may call, as a browser sends them. */
    readonly corsOrigins: readonly string[];
    readonly metrics: { readonly host: string; readonly port: number } | null;
    /** What thoughts are sealed under, the first, and opened with, all; absent: the secret in the data folder. */
    readonly sealKeys?: readonly Secret[];
    /** What a signal to stop is followed by. */
    readonly shutdown: {
      /** While these pass, calls are still taken and `/readyz` says that no more should come. */
      readonly delayMilliseconds: number;
      /** What running calls get to end after that. */
      readonly graceMilliseconds: number;
    };
  };
  readonly storage: {
    /** `sqlite:path` or `postgres://…`. */
    readonly database: string;
    /** `file:path` or `s3://bucket?…`. */
    readonly drive: string;
    /** What a bucket is opened with; absent for a folder. */
    readonly driveCredential?: { readonly id: string; readonly secret: Secret };
  };
  readonly limits: Limits;
  readonly catalog: Catalog;
  readonly bootstrap: Bootstrap;
  /** Opens the control API; absent: `<data>/admin-key` does. Never an API key of the data side. */
  readonly adminKey?: Secret;
}

/** Bytes, seconds and days; positive integers. */
export interface Limits {
  readonly voiceRequestBytes: number;
  readonly voiceSeconds: number;
  readonly jsonRequestBytes: number;
  readonly fileRequestBytes: number;
  /** Null: by the heap of the process. */
  readonly bodyMemoryBytes: number | null;
  /** Null: half of that. */
  readonly keyBodyMemoryBytes: number | null;
  readonly bodyBytesPerSecond: number;
  readonly firstByteSeconds: number;
  readonly streamIdleSeconds: number;
  readonly keepaliveSeconds: number;
  readonly driveRetentionSeconds: number;
  readonly responseRetentionDays: number;
}

/** What is created when absent, and never changed afterwards. */
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
