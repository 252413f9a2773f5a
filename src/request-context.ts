import type { Credential } from './api/callers'
import type { AnyEndpoint } from './api/endpoint'
import type { CallSession, ClientFacts } from './api/realm-call'
import type { RealmLocator } from './api/realm-locator'
import type { Config } from './config'
import type { PictureService } from './images/platform'
import type { Databases } from './store/databases'

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
  /** The platform's service for pictures, if the deployment has it. */
  pictures?: PictureService
  config: Config
  /** The fields that the endpoint does not declare. An endpoint that reads the body itself adds to them. */
  ignored: string[]
}
