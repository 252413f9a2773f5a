import { agentName, type Credential } from './api/callers'
import { clientOf, productOf } from './api/client-facts'
import type { AnyEndpoint } from './api/endpoint'
import type { CallSession, ClientFacts } from './api/realm-call'
import { realmLocator, type RealmLocator } from './api/realm-locator'
import { credentialIn } from './api/request-credential'
import type { ResponseContext } from './api/respond'
import type { FoundEndpoint } from './api/routes'
import type { Config, Variables } from './config'
import type { PlatformServices } from './edge'
import type { PictureService } from './images/platform'
import type { ModelService } from './outside/platform-models'
import { databasesOf, type Databases } from './store/databases'

/** What the platform gives to the Worker. */
export type Env = Variables & {
  DB: D1Database
  FILES: R2Bucket
  IMAGES?: PictureService
  AI?: ModelService
  REALM: DurableObjectNamespace
  GATEWAY?: DurableObjectNamespace
  NEIGHBOR?: DurableObjectNamespace
  /** Receives a data point for each request, if the deployment has it. */
  ANALYTICS?: AnalyticsEngineDataset
}

/** What the Worker knows about each request. */
export type Handling = {
  url: URL
  /** Undefined: the host belongs to no realm. */
  realm_name: string | undefined
  config: Config
  request_id: string
  responseContext: ResponseContext
  session: CallSession
  began: number
  /** This is the realm's neighbor. */
  isBesideRealm: boolean
  /** The neighbor has made the whole response. */
  isAnsweredBesideRealm?: boolean
  /** The route of the endpoint, as soon as it is known. */
  route?: string
}

/** One request at the Worker: its endpoint, its parts, and the access to its realm and to the stores. */
export type RequestContext = {
  endpoint: AnyEndpoint
  request: Request
  url: URL
  client: ClientFacts
  /** The credential of the request. A listener may have a ticket instead. */
  credential: Credential | undefined
  /** The response sets its cookie. */
  session: CallSession
  realms: RealmLocator
  databases: Databases
  bucket: R2Bucket
  /** What the deployment has of the platform. */
  services: PlatformServices
  config: Config
  /** The fields that the endpoint does not declare. An endpoint that reads the body itself adds to them. */
  ignored: string[]
}

/** Returns a request with what its endpoint needs. A listener may have a ticket among its parameters instead of a credential. */
export function requestContext(
  { endpoint, path }: FoundEndpoint,
  request: Request,
  env: Env,
  { url, realm_name = '', config, request_id, responseContext, session, isBesideRealm }: Handling,
): RequestContext {
  const product = productOf(request)
  return {
    endpoint,
    request,
    url,
    client: {
      request_id,
      ...clientOf(request, url, { realm_name, isBesideRealm }),
      name: endpoint.caller.isAgent ? agentName(product) : product,
      vendor: responseContext.vendor,
    },
    credential: endpoint.kind === 'listener' ? undefined : credentialIn({ request, url, endpoint, path, config }),
    session,
    realms: realmLocator(env.REALM, env.GATEWAY, env.NEIGHBOR),
    databases: databasesOf(env),
    bucket: env.FILES,
    services: { pictures: env.IMAGES, models: env.AI },
    config,
    ignored: [],
  }
}

/** What an endpoint can know about the sender before the realm has authenticated it, and when. */
export const senderOf = ({ credential }: RequestContext) => ({
  credential,
  now: () => Math.floor(Date.now() / 1000),
})
