import { createMemo, createSignal, createUniqueId, For, onMount, Show, type JSX } from 'solid-js'
import { openBeside } from '../base/beside'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { isComposing } from '../keys/composing'
import type { Route } from '../routes/route'
import { opensBeside } from '../routes/second-pane'
import { Avatar } from '../parts/avatar'
import { Icon, type IconName } from '../parts/icon'
import { Tile } from '../parts/tile'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { createChoices, createPlaces, openPlace, type Choice, type ChoiceGroup } from './choices'
import { partsOfMatch } from './match-parts'
import './switcher.css'

type Props = { begin?: string; close: () => void; choose?: (to: Route) => void }

/** What the user writes, what matches it, and which entry is chosen. */
function createList(client: Client, { begin = '', choose }: Props) {
  const [query, setQuery] = createSignal(begin)
  const [chosen, setChosen] = createSignal(0)
  const groups =
    choose === undefined
      ? createChoices(client, query, (to) => openPlace(client, to))
      : createPlaces(client, query, ({ route }) => choose(route))
  const results = createMemo(() => groups().flatMap(({ choices }) => choices))

  function type(text: string) {
    setQuery(text)
    setChosen(0)
  }
  function move(by: number) {
    const count = results().length
    if (count > 0) setChosen((chosen() + by + count) % count)
    document.getElementById(`result-${chosen()}`)?.scrollIntoView({ block: 'nearest' })
  }
  return { groups, results, query, chosen, type, move }
}

/**
 * Opens a place or runs a command by its name. The answer comes from memory. A modal dialog would make the rest of the document inert: to compute
 * the style of all its elements takes longer than a frame. So this is a popover that keeps the focus.
 */
export function Switcher(props: Props) {
  const client = useClient()
  let frame!: HTMLDivElement
  let field!: HTMLInputElement
  const hadFocus = document.activeElement !== document.body
  const { groups, results, query, chosen, type, move } = createList(client, props)
  onMount(() => frame.showPopover())

  const open = (choice: Choice | undefined, { ctrlKey, metaKey, shiftKey }: KeyboardEvent | MouseEvent) => {
    if (choice === undefined) return
    frame.hidePopover()
    const isBeside = (ctrlKey || metaKey || shiftKey) && props.choose === undefined
    if (isBeside && choice.to !== undefined && opensBeside(choice.to)) openBeside(client, choice.to)
    else choice.choose()
  }
  function pressed(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key === 'Enter') open(results()[chosen()], event)
    else if (event.key !== 'Tab') return
    event.preventDefault()
  }

  return (
    <div
      class="switcher"
      role="dialog"
      aria-modal="true"
      popover="auto"
      ref={frame}
      aria-label={words.goTo}
      // Other keys of the client wait until it closes. The browser closes it with Escape.
      onKeyDown={(event) => event.stopPropagation()}
      // The browser gives the focus back to an element. Without one, the next key would still go to the hidden field.
      on:beforetoggle={({ newState }: ToggleEvent) => newState === 'closed' && !hadFocus && field.blur()}
      on:toggle={({ newState }: ToggleEvent) => newState === 'closed' && props.close()}
    >
      <Field
        begin={props.begin ?? ''}
        activeId={results().length > 0 ? `result-${chosen()}` : undefined}
        setField={(element) => (field = element)}
        type={type}
        pressed={pressed}
      />
      <Results groups={groups()} query={query()} chosen={results()[chosen()]} open={open} />
      <Show when={results().length === 0}>
        <p class="empty">{laterWords.switcher.nothing}</p>
      </Show>
    </div>
  )
}

function Field(props: {
  begin: string
  activeId: string | undefined
  setField: (field: HTMLInputElement) => void
  type: (text: string) => void
  pressed: (event: KeyboardEvent) => void
}) {
  return (
    <input
      ref={props.setField}
      type="text"
      role="combobox"
      aria-expanded="true"
      aria-controls="results"
      aria-activedescendant={props.activeId}
      aria-autocomplete="list"
      aria-label={words.goTo}
      placeholder={laterWords.switcher.placeholder}
      autocomplete="off"
      spellcheck={false}
      autofocus
      value={props.begin}
      onInput={({ currentTarget }) => props.type(currentTarget.value)}
      onKeyDown={(event) => props.pressed(event)}
    />
  )
}

function Results(props: {
  groups: readonly ChoiceGroup[]
  query: string
  chosen: Choice | undefined
  open: (choice: Choice, event: MouseEvent) => void
}) {
  const numbers = () => new Map(props.groups.flatMap(({ choices }) => choices).map((choice, at) => [choice, at]))
  return (
    <div id="results" role="listbox" aria-label={laterWords.switcher.results}>
      <For each={props.groups}>
        {({ title, choices }) => (
          <Group title={title}>
            <For each={choices}>
              {(choice) => (
                <div
                  id={`result-${numbers().get(choice)}`}
                  class="row"
                  role="option"
                  aria-selected={choice === props.chosen}
                  onClick={(event) => props.open(choice, event)}
                >
                  <Entry choice={choice} query={props.query} />
                </div>
              )}
            </For>
          </Group>
        )}
      </For>
    </div>
  )
}

function Group(props: { title: string; children: JSX.Element }) {
  const id = createUniqueId()
  return (
    <div role="group" aria-labelledby={id}>
      <div class="group-title" id={id}>
        {props.title}
      </div>
      {props.children}
    </div>
  )
}

const ICONS: Partial<Record<Route['view'], IconName>> = {
  inbox: 'inbox',
  recent: 'recent',
  'direct-messages': 'direct',
  feed: 'feed',
  mentions: 'mention',
  starred: 'star',
  drafts: 'draft',
  scheduled: 'later',
  search: 'search',
  settings: 'settings',
}

/** The shape of a place: a tile is a channel, a face is a person, a bubble is a topic. */
function Sign(props: { to: Route | undefined }) {
  const { channelOf } = useClient()
  const { to } = props
  if (to === undefined) return <span class="no-sign" />
  if (to.view === 'channel') return <Tile channel={channelOf(to.stream_id)} />
  if (to.view === 'direct' && to.user_ids.length === 1) return <Avatar user_id={to.user_ids[0] ?? 0} />
  return <Icon name={to.view === 'direct' ? 'people' : (ICONS[to.view] ?? 'direct')} />
}

/** A name with the matched parts marked, what it is, and its key. */
const Entry = (props: { choice: Choice; query: string }) => (
  <>
    <Sign to={props.choice.to} />
    <span class="name" dir="auto">
      <For each={partsOfMatch(props.choice.name, props.query)}>
        {({ text, isMatched }) => (isMatched ? <mark>{text}</mark> : text)}
      </For>
    </span>
    <span class="detail">{props.choice.detail}</span>
    <Show when={props.choice.keys}>{(keys) => <kbd>{keys()}</kbd>}</Show>
  </>
)
