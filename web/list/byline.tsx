import { Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { clockTime, fullTime } from '../parts/time'
import { printCard } from '../routes/card'
import type { Message } from '../store/messages'
import { words } from '../words/en'

/** Who sent a message, and when. Below a message of the same sender, only screen readers say it. */
export function Byline(props: { message: Message; isSame: boolean | undefined }) {
  const { userOf } = useClient()
  const name = () => userOf(props.message.sender_id)?.full_name ?? props.message.sender_full_name
  return (
    <div class="by" classList={{ 'visually-hidden': props.isSame }}>
      <b id={`by-${props.message.id}`} dir="auto">
        <Show when={!props.isSame} fallback={name()}>
          <a class="sender" href={printCard({ card: 'user', id: props.message.sender_id })}>
            {name()}
          </a>
        </Show>
      </b>
      <time id={`at-${props.message.id}`} title={fullTime(props.message.timestamp)}>
        {clockTime(props.message.timestamp)}
      </time>
      <Show when={props.message.flags.includes('starred')}>
        <span class="starred" role="img" aria-label={words.starredMessage}>
          ★
        </span>
      </Show>
    </div>
  )
}
