import type { Client } from '../client/client'
import { maySubscribe } from '../store/may-act'
import { laterWords } from '../words/en-later'
import { waitingChanges } from './waiting-changes'

export function setChannelProperty(
  { ask, report }: Client,
  stream_id: number,
  property: 'is_muted' | 'pin_to_top',
  value: boolean,
): void {
  ask('POST /users/me/subscriptions/properties', { subscription_data: [{ stream_id, property, value }] }).catch(report)
}

export async function subscribe({ ask, names, report }: Client, stream_id: number): Promise<void> {
  await ask('POST /users/me/subscriptions', { subscriptions: [{ name: names.channel(stream_id) }] }).catch(report)
}

export async function unsubscribe(client: Client, stream_id: number): Promise<void> {
  const name = client.names.channel(stream_id)
  // The channel may be hidden from the user afterwards.
  const channel = client.channelOf(stream_id)
  const mayReturn = channel !== undefined && maySubscribe(client.store.state, channel)
  try {
    await client.ask('DELETE /users/me/subscriptions', { subscriptions: [name] })
    if (waitingChanges(client).some((change) => change.kind === 'subscription' && change.stream_id === stream_id))
      return
    const undo = mayReturn ? { undo: () => void subscribe(client, stream_id) } : {}
    client.setNotice({ text: laterWords.unsubscribed(name), ...undo })
  } catch (error) {
    client.report(error)
  }
}
