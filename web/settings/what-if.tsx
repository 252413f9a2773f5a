import { createSignal, For, Show } from 'solid-js'
import type { AnswerOf } from '../../client-state/wire'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { settingsWords } from '../words/en-settings'
import { whatIfWords as words } from '../words/en-what-if'
import { NotWanted } from './not-wanted'
import { SettingsForm } from './parts'

type Consequences = AnswerOf<'POST /parley/what_if/realm'>
type Question = { consequences: Consequences; save: () => Promise<unknown>; answer: (isSaved: boolean) => void }

const questions = perClient(() => {
  const [question, setQuestion] = createSignal<Question>()
  return { question, setQuestion }
})

/**
 * Makes a change. If users gain or lose access by it, an administrator first sees who, and of how much. Throws `NotWanted` if the
 * administrator then does not save. Other users make the change at once: they may not know what others see.
 */
export async function afterWhatIf(
  client: Client,
  predict: () => Promise<Consequences>,
  save: () => Promise<unknown>,
): Promise<void> {
  const consequences = client.store.state.is_admin ? await predict() : undefined
  if (consequences === undefined || isNothing(consequences)) return void (await save())
  const { promise, resolve } = Promise.withResolvers<boolean>()
  questions(client).setQuestion({ consequences, save, answer: resolve })
  if (!(await promise)) throw new NotWanted()
}

const isNothing = ({ channel_count, lose_people, gain_people, uncounted_guests, expired }: Consequences) =>
  channel_count + lose_people.count + gain_people.count + uncounted_guests + expired.length === 0

/** Shows who gains or loses what, with a button that saves the change. */
export function WhatIfDialog() {
  const client = useClient()
  const { question, setQuestion } = questions(client)
  return (
    <Show when={question()} keyed>
      {({ consequences, save, answer }) => (
        <Dialog
          title={words.title}
          close={() => {
            answer(false)
            setQuestion(undefined)
          }}
        >
          <SettingsForm
            button={settingsWords.save}
            submit={async () => {
              await save()
              answer(true)
              setQuestion(undefined)
            }}
          >
            <Summary of={consequences} />
          </SettingsForm>
        </Dialog>
      )}
    </Show>
  )
}

const LISTED_CHANNELS = 10

function Summary(props: { of: Consequences }) {
  const client = useClient()
  const { channels, channel_count, lose_people, gain_people, uncounted_guests, expired } = props.of
  const listed = channels.slice(0, LISTED_CHANNELS)
  return (
    <>
      <For each={listed}>
        {(channel) => (
          <>
            <h4 dir="auto"># {client.channelOf(channel.stream_id)?.name}</h4>
            <ul>
              <Line label={words.loseChannel} of={channel.lose_channel} />
              <Line label={words.gainChannel} of={channel.gain_channel} />
              <Line label={words.loseMessages} of={channel.lose_messages} unit={words.messages} />
              <Line label={words.gainMessages} of={channel.gain_messages} unit={words.messages} />
            </ul>
          </>
        )}
      </For>
      <Show when={channel_count > listed.length}>
        <p>{words.moreChannels(channel_count - listed.length)}</p>
      </Show>
      <ul>
        <Line label={words.losePeople} of={lose_people} unit={words.people} />
        <Line label={words.gainPeople} of={gain_people} unit={words.people} />
        <Show when={uncounted_guests > 0}>
          <li>{words.uncounted(uncounted_guests)}</li>
        </Show>
        <For each={expired}>
          {({ stream_id, before, after }) => (
            <li>
              {words.expired(
                stream_id === null ? words.direct : `# ${client.channelOf(stream_id)?.name ?? ''}`,
                before,
                after,
              )}
            </li>
          )}
        </For>
      </ul>
    </>
  )
}

type Concerned = Consequences['lose_people']
const NAMES = 5

/** How many people, how much for each of them, and the first names. */
function Line(props: { label: string; of: Concerned; unit?: string }) {
  const { names } = useClient()
  const { count, user_ids, least, most } = props.of
  const amount = () => (least === most ? format(most) : `${format(least)}–${format(most)}`)
  const first = user_ids.slice(0, NAMES)
  return (
    <Show when={count > 0}>
      <li>
        {props.label}: <b>{format(count)}</b>
        <Show when={props.unit}>{(unit) => ` (${unit()}: ${amount()})`}</Show>
        <p class="quiet" dir="auto">
          {first.map((id) => names.user(id)).join(', ')}
          {count > first.length ? ` … +${format(count - first.length)}` : ''}
        </p>
      </li>
    </Show>
  )
}

const format = (amount: number): string => amount.toLocaleString()
