import type { Call } from '../../client-state/wire'
import { isWide, openBeside } from '../base/beside'
import type { Client } from '../client/client'
import { routeOf } from './place'
import type { CallSession } from './session'

/** Shows the conversation of the call beside the stage; on a phone instead of it. */
export function showMessages(client: Client, call: Call, session: CallSession): void {
  if (isWide()) openBeside(client, routeOf(client, call))
  else {
    session.setShown(false)
    client.go(routeOf(client, call))
  }
}
