import type { Credential } from './api/callers'
import type { AnyEndpoint, RealmSteps, Schemas, Step } from './api/endpoint'
import { endpointKinds } from './api/endpoint-kinds'
import type { ParamValues } from './api/valid-params'
import type { Config } from './config'
import type { ListenerDecision } from './events/realm-listening'
import type { PictureService } from './images/platform'
import type { MarkdownSettings } from './markdown/settings'
import type { D1 } from './store/d1'
import type { Databases } from './store/databases'
import type { Files } from './store/files'
import type { Batch } from './store/memory-size'
import type { Texts } from './store/texts'
import type { ModelService } from './outside/platform-models'
import type { MessageBody, Realm } from './realm'

/** What a deployment may have of the platform. */
export type PlatformServices = {
  /** Decodes pictures. */
  pictures: PictureService | undefined
  /** Runs language models. */
  models: ModelService | undefined
}

/** The first parameter of `prepare`, `present` and `serve`: the request, the configuration, and the stores for bulk reads. */
export type Edge = RealmSteps<Realm> & {
  realm_name: string
  realm_url: string
  /** The first database, which has all that is not a text. */
  d1: D1
  databases: Databases
  /** The texts of the realm. Its decision names where they are. */
  texts: Texts
  files: Files
  /** What the deployment has of the platform. */
  services: PlatformServices
  /** The request itself, for an endpoint that streams the body, or that answers with a range of a file. */
  request: Request
  /** Adds a field to `ignored_parameters_unsupported`. For an endpoint that reads the body itself. */
  ignore(field: string): void
  /** Returns the host of another realm of this deployment, without the port. */
  hostOf(realm_name: string): string
  /** Returns the URL of another realm of this deployment. */
  urlOf(realm_name: string): string
  /** Returns whether a realm of this name exists in this deployment, in any jurisdiction. */
  isRealm(realm_name: string): Promise<boolean>
  /** Whether queues can be outside of the realm. */
  hasGateways: boolean
  /** Returns the bodies of the first of these messages from D1, as many as hold `most` bytes. */
  loadBodies(ids: readonly number[], most: number): Promise<Batch<Map<number, MessageBody>>>
  config: Config
  /** The credential of the request, which only the realm can check. */
  credential: Credential | undefined
  /** Returns the UNIX second of the Worker's clock. */
  now(): number
  /**
   * Returns the answer of another endpoint to the same client: the fields of its JSON, or its response. The realm admits the
   * caller again, and counts another request. Throws the refusal. `form` is the body of an endpoint that receives a file.
   */
  call<Params extends Schemas>(
    endpoint: AnyEndpoint & { params: Params },
    values: ParamValues<Params>,
    form?: FormData,
  ): Promise<unknown>
  /** Returns the Markdown settings to parse with. If they are stale, the realm refuses the request and `prepare` runs again. */
  assumeMarkdownSettings(): MarkdownSettings
  /** As `ask`, with an input in which `parse` parsed Markdown. If the settings are stale, it parses again. */
  askParsed<Input extends object, Result>(
    step: Step<Realm, never, Input, Result>,
    parse: (settings: MarkdownSettings) => Input,
  ): Promise<Result>
}

/** The functions that declare endpoints, one for each kind, and `step`, which declares a later step. */
export const { step, ...endpoint } = endpointKinds<Realm, Edge, ListenerDecision>()

/** An endpoint of the kind `listener`. The realm object answers it with events or with a socket. */
type AnyListener = Omit<AnyEndpoint, 'decide'> & {
  decide(realm: unknown, actor: unknown, params: Record<string, unknown>): ListenerDecision
}

export const isListener = (declared: AnyEndpoint): declared is AnyListener => declared.kind === 'listener'
