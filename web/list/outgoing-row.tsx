import { Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Avatar } from '../parts/avatar'
import { clockTime } from '../parts/time'
import { keyOfRoute } from '../routes/route'
import type { Outgoing } from '../sync/stored-outgoing'
import { words } from '../words/en'

/** A message that the server does not have yet. If the server refused it, the row says why and offers what to do. */
export function OutgoingRow(props: { entry: Outgoing }) {
  const { drafts, environment, outbox, store } = useClient()
  const edit = () => {
    const { route, content, local_id } = props.entry
    const text = drafts.read(keyOfRoute(route))?.text ?? ''
    drafts.write(route, { text: text === '' ? content : `${content}\n\n${text}`, caret: content.length })
    outbox.remove(local_id)
    environment.root.querySelector<HTMLTextAreaElement>('.layer:not(.parked) .write textarea')?.focus()
  }
  const again = () => {
    const { route, content, local_id } = props.entry
    outbox.remove(local_id)
    outbox.send(route, content)
  }
  return (
    <article class="msg outgoing" data-local-id={props.entry.local_id}>
      <Avatar user_id={store.state.user_id} />
      <div>
        <div class="by">
          <b>{store.state.full_name}</b>
          <time>{clockTime(props.entry.timestamp)}</time>
          <Show when={props.entry.state === 'waiting'}>
            <span class="wait">{words.outbox.waiting}</span>
          </Show>
        </div>
        <div class="body plain" dir="auto">
          {props.entry.content}
        </div>
        <Show when={props.entry.state === 'refused'}>
          <div class="fail" role="alert">
            <span>{words.outbox.notSent(props.entry.reason ?? '')}</span>
            <button onClick={edit}>{words.edit}</button>
            <button onClick={again}>{words.tryAgain}</button>
            <button onClick={() => outbox.remove(props.entry.local_id)}>{words.delete}</button>
          </div>
        </Show>
      </div>
    </article>
  )
}
