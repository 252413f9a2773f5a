import { endpointFor, type Endpoint, type Schemas, type Decoded } from './api/endpoint'
import type { Config } from './config'
import type { MarkdownSettings } from './markdown/settings'
import type { D1 } from './store/d1'
import type { Files } from './store/files'
import type { Within } from './store/held-bytes'
import type { MessageBody, Realm } from './realm'

/** What `prepare` and `present` are given: the stores for bulk reads, and how this deployment is configured. */
export type Edge = {
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
  loadBodies(ids: readonly number[], most: number): Promise<Within<Map<number, MessageBody>>>
  /** A second question to the realm, where one answer needed work at the edge before the next could be decided. */
  ask<Params extends Schemas, Decision>(
    inner: Endpoint<Realm, Edge, undefined, Params, unknown, Decision>,
    params: Decoded<Params>,
  ): Promise<Decision>
  config: Config
  /** How this realm's Markdown is to be read; whatever is decided on the strength of it is refused if that was not so. */
  readonly markdown: MarkdownSettings
}

export const endpoint = endpointFor<Realm, Edge>()
