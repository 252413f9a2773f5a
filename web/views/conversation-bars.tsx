import { Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Announcer } from '../list/announcer'
import { lazyView } from '../parts/lazy'
import { keyOfRoute, type Route, type Writable } from '../routes/route'
import type { WritingRefusal } from '../store/may-write'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { hasCalls } from './has-calls'
import { PinBar } from './pin-bar'
import { SelectionBar } from './selection-bar'

const CallStrip = lazyView(async () => (await import('../calls/call-strip')).CallStrip)

/** What stands between the title and the messages of a view. It loads after the messages. */
export function ConversationBars(props: { route: Route; isActive: boolean }) {
  const client = useClient()
  const { route: place } = props
  return (
    <>
      <SelectionBar route={props.route} isActive={props.isActive} />
      <Announcer route={props.route} isActive={props.isActive} />
      <Show when={hasCalls(client)}>
        <CallStrip route={props.route} />
      </Show>
      <Show when={place.view === 'channel' || place.view === 'topic' ? place : undefined}>
        {(channel) => <PinBar place={channel()} isActive={props.isActive} />}
      </Show>
    </>
  )
}

/** Says why the user cannot write here. A text that was begun stays. */
export function ReadOnly(props: { route: Writable; refusal: WritingRefusal }) {
  const { drafts, hrefOf, watch } = useClient()
  const hasDraft = () => {
    watch('drafts')
    return (drafts.read(keyOfRoute(props.route))?.text ?? '').trim() !== ''
  }
  return (
    <div class="composer no-destination">
      <p>{laterWords.writingRefusals[props.refusal]}</p>
      <Show when={hasDraft()}>
        <a class="act" href={hrefOf({ view: 'drafts' })}>
          {words.drafts}
        </a>
      </Show>
    </div>
  )
}
