import { DurableObject } from 'cloudflare:workers'
import type { ListenerHost } from './listener-host'
import { removeListener } from './realm-listening'

/** A Durable Object that holds queues and the sockets of their listeners: a realm or a gateway. */
export abstract class ListeningObject<Env> extends DurableObject<Env> {
  protected abstract get host(): Pick<ListenerHost, 'sockets' | 'queues'> | undefined

  override webSocketClose(socket: WebSocket): void {
    if (this.host) removeListener(socket, this.host)
  }

  override webSocketError(socket: WebSocket): void {
    this.webSocketClose(socket)
  }
}
