import { createEffect, createMemo, createSignal, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { isComposing } from '../keys/composing'
import { stepIn } from '../keys/step-in'
import { Options, OptionText } from '../parts/combo'
import { agoText } from '../parts/time'
import { words } from '../words/en'
import { bestMatches, foldedName } from '../store/best-matches'
import { loadTimes, timeOf, topicsOf, type Topic } from './topics'

const MOST = 7

type Props = {
  id: string
  label: string
  stream_id: number
  value: string
  input: (topic: string) => void
  /** The user chose an existing topic, or finished the name. */
  done: () => void
  /** The user stops writing. */
  leave: () => void
  ref: (field: HTMLInputElement) => void
}

/** The topic of a new message. It lists existing topics with their last activity, so a user does not begin a second one by accident. */
export function TopicField(props: Props) {
  const client = useClient()
  const [isOpen, setOpen] = createSignal(false)
  const [chosen, setChosen] = createSignal(-1)
  const { options, existing } = createTopics(client, props, isOpen)

  function choose(topic: Topic | undefined) {
    if (topic !== undefined) props.input(topic.name)
    setOpen(false)
    props.done()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const { length } = options()
    const at = stepIn(length, chosen(), event)
    if (at !== undefined) setChosen(at)
    else if (event.key === 'Enter') choose(options()[chosen()])
    else if (event.key === 'Escape' && length > 0) setOpen(false)
    else if (event.key === 'Escape') props.leave()
    else return
    event.preventDefault()
  }

  return (
    <>
      <label for={props.id}>{props.label}</label>
      <input
        id={props.id}
        ref={props.ref}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={options().length > 0}
        aria-controls={`${props.id}-list`}
        aria-activedescendant={chosen() >= 0 && options().length > 0 ? `${props.id}-list-${chosen()}` : undefined}
        autocomplete="off"
        dir="auto"
        value={props.value}
        maxlength={client.store.state.max_topic_length}
        placeholder={words.composer.topic}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onInput={({ currentTarget }) => {
          props.input(currentTarget.value)
          setChosen(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
      />
      <Show when={existing()}>
        {(topic) => <span class="detail">{words.composer.topicExists(activityOf(client, topic()))}</span>}
      </Show>
      <Show when={options().length > 0}>
        <TopicList id={`${props.id}-list`} topics={options()} chosen={chosen()} choose={choose} />
      </Show>
    </>
  )
}

/** The existing topics that match what the user has written, and the one that has this name. */
function createTopics(client: Client, props: Pick<Props, 'stream_id' | 'value'>, isOpen: () => boolean) {
  const all = () => topicsOf(client, props.stream_id)
  const options = createMemo((): Topic[] => {
    if (!isOpen()) return []
    const named = all().filter(({ name }) => name !== '')
    return bestMatches(named, props.value, { nameOf: ({ name }) => foldedName(name), most: MOST })
  })
  createEffect(() =>
    loadTimes(
      client,
      options().map(({ max_id }) => max_id),
    ),
  )
  const existing = createMemo(() => {
    const name = props.value.trim().toLowerCase()
    return name === '' ? undefined : all().find((topic) => topic.name.toLowerCase() === name)
  })
  return { options, existing }
}

/** The time of the newest message of a topic, as text. */
function activityOf(client: Client, { max_id }: Topic) {
  const time = timeOf(client, max_id)
  return time === undefined ? '' : agoText(time)
}

function TopicList(props: { id: string; topics: Topic[]; chosen: number; choose: (topic: Topic) => void }) {
  const client = useClient()
  return (
    <Options
      id={props.id}
      label={words.composer.topics}
      kind="completion"
      of={props.topics}
      at={props.chosen}
      choose={props.choose}
    >
      {(topic) => <OptionText name={topic.name} detail={activityOf(client, topic)} />}
    </Options>
  )
}
