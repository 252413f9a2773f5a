import { createEffect, createMemo, createSignal, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { isComposing } from '../keys/composing'
import { agoText } from '../parts/time'
import { words } from '../words/en'
import { bestMatches, foldedName } from '../base/best-matches'
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
  const { store } = client
  const [isOpen, setOpen] = createSignal(false)
  const [chosen, setChosen] = createSignal(-1)
  const options = createMemo((): Topic[] =>
    isOpen()
      ? bestMatches(
          topicsOf(client, props.stream_id).filter(({ name }) => name !== ''),
          props.value,
          { nameOf: ({ name }) => foldedName(name), most: MOST },
        )
      : [],
  )
  createEffect(() =>
    loadTimes(
      client,
      options().map(({ max_id }) => max_id),
    ),
  )
  const existing = createMemo(() => {
    const name = props.value.trim().toLowerCase()
    return name === ''
      ? undefined
      : topicsOf(client, props.stream_id).find((topic) => topic.name.toLowerCase() === name)
  })
  const activityOf = ({ max_id }: Topic) => {
    const time = timeOf(client, max_id)
    return time === undefined ? '' : agoText(time)
  }

  function choose(topic: Topic | undefined) {
    if (topic !== undefined) props.input(topic.name)
    setOpen(false)
    props.done()
  }

  function onKeyDown(event: KeyboardEvent) {
    const { length } = options()
    if (isComposing(event)) return
    if (event.key === 'ArrowDown' && length > 0) setChosen((chosen() + 1) % length)
    else if (event.key === 'ArrowUp' && length > 0) setChosen(chosen() <= 0 ? length - 1 : chosen() - 1)
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
        maxlength={store.state.max_topic_length}
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
        {(topic) => <span class="detail">{words.composer.topicExists(activityOf(topic()))}</span>}
      </Show>
      <Show when={options().length > 0}>
        <div class="completion" role="listbox" id={`${props.id}-list`} aria-label={words.composer.topics}>
          <For each={options()}>
            {(topic, at) => (
              <div
                id={`${props.id}-list-${at()}`}
                class="row"
                role="option"
                aria-selected={at() === chosen()}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(topic)}
              >
                <span class="name" dir="auto">
                  {topic.name}
                </span>
                <span class="detail">{activityOf(topic)}</span>
              </div>
            )}
          </For>
        </div>
      </Show>
    </>
  )
}
