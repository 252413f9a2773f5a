import { render } from 'solid-js/web'
import { followCards } from './base/overlay'
import type { Client } from './client/client'
import { ClientProvider } from './client/use-client'
import { Shell } from './views/shell'

/** Draws a client in its element until it stops, and connects it. */
export function showClient(client: Client): void {
  followCards(client)
  const dispose = render(
    () => (
      <ClientProvider value={client}>
        <Shell />
      </ClientProvider>
    ),
    client.environment.root,
  )
  client.signal.addEventListener('abort', dispose)
  void client.connection.start()
}
