import type { AnyEndpoint } from './api/endpoint'
import { endpointKinds, type RealmSteps } from './api/endpoint-kinds'
import type { Config } from './config'
import type { EventsResult } from './events/realm-listening'
import type { MarkdownSettings } from './markdown/settings'
import type { D1 } from './store/d1'
import type { Files } from './store/files'
import type { Batch } from './store/memory-size'
import type { MessageBody, Realm } from './realm'

/** What `prepare` and `present` are given: the stores for bulk reads, and how this deployment is configured. */
export type Edge = RealmSteps<Realm> & {
  realm_name: string
  realm_url: string
  d1: D1
  files: Files
  /** The request itself, for whoever reads its body as it comes or answers with parts of a file. */
  request: Request
  /** A field that was found in a body as it came, and means nothing here. */
  ignore(field: string): void
  /** Where another realm of this deployment is reached. */
  hostOf(realm_name: string): string
  urlOf(realm_name: string): string
  /** Is there an organization of this name, here or anywhere in this deployment? */
  isRealm(realm_name: string): Promise<boolean>
  /** Bodies the realm did not have at hand, from D1: the first of these, as many as hold `most` bytes. */
  loadBodies(ids: readonly number[], most: number): Promise<Batch<Map<number, MessageBody>>>
  config: Config
  /** Returns the Markdown settings to parse with. If they are stale, the realm refuses the request and `prepare` runs again. */
  assumeMarkdownSettings(): MarkdownSettings
}

/** The constructors of endpoints, one for each kind, and of the later steps of a request. */
export const { step, ...endpoint } = endpointKinds<Realm, Edge, EventsResult>()

type AnyListener = Omit<AnyEndpoint, 'decide'> & {
  decide(realm: unknown, actor: unknown, params: Record<string, unknown>): EventsResult
}

export const isListener = (declared: AnyEndpoint): declared is AnyListener => declared.kind === 'listener'
