import { createMemo, createSignal, For, onMount, Show, type JSX } from 'solid-js'
import { openBeside } from '../base/beside'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { isComposing } from '../keys/composing'
import { nameOfKey } from '../keys/key-names'
import { stepIn } from '../keys/step-in'
import type { Route } from '../routes/route'
import { opensBeside } from '../routes/second-pane'
import { ComboField } from '../parts/combo'
import { Icon } from '../parts/icon'
import { Sign } from '../parts/sign'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import type { Choice, ChoiceGroup } from './choice'
import { createChoices, createPlaces, openPlace, unreadIn } from './choices'
import { Count } from './inbox'
import { partsOfMatch } from './match-parts'
import './switcher.css'

type Props = { begin?: string; close: () => void; choose?: (to: Route) => void }

/** What the user writes, what matches it, and which entry is chosen. */
function createList(client: Client, { begin = '', choose }: Props) {
  const [query, setQuery] = createSignal(begin)
  const [chosen, setChosen] = createSignal(0)
  const found =
    choose === undefined
      ? createChoices(client, query, (to) => openPlace(client, to))
      : createPlaces(client, query, ({ route }) => choose(route))
  // A choice that looks as before stays the same object, so its row stays the same element. A click whose button goes down on one
  // element and up on another one reaches neither.
  let kept: Record<string, Choice> = {}
  const groups = createMemo(() =>
    found().map(({ title, choices }) => ({
      title,
      choices: choices.map((choice) => (kept[title + JSON.stringify(choice)] ??= choice)),
    })),
  )
  const results = createMemo(() => groups().flatMap(({ choices }) => choices))

  function type(text: string) {
    kept = {}
    setQuery(text)
    setChosen(0)
  }
  function move(to: number) {
    setChosen(to)
    document.getElementById(`results-${to}`)?.scrollIntoView({ block: 'nearest' })
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
    const at = stepIn(results().length, chosen(), event)
    if (at !== undefined) move(at)
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
      <Ask close={() => frame.hidePopover()}>
        <ComboField
          ref={(element) => {
            field = element
            element.autofocus = true
          }}
          label={words.goTo}
          list="results"
          at={results().length > 0 ? chosen() : undefined}
          value={props.begin}
          type={type}
          press={pressed}
        />
      </Ask>
      <Results groups={groups()} results={results()} query={query()} chosen={chosen()} open={open} />
      <Show when={results().length === 0}>
        <p class="empty">{laterWords.switcher.nothing}</p>
      </Show>
      <Hints isChoosing={props.choose !== undefined} />
    </div>
  )
}

/** A phone has no Escape, and the list covers its whole window. */
const Ask = (props: { close: () => void; children: JSX.Element }) => (
  <div class="ask">
    <button class="ib back" aria-label={laterWords.close} onClick={() => props.close()}>
      <Icon name="back" />
    </button>
    <Icon name="search" />
    {props.children}
    <kbd>{nameOfKey('Escape')}</kbd>
  </div>
)

/** The keys of the list, for those who have them. */
function Hints(props: { isChoosing: boolean }) {
  const orders: [string, string][] = [
    [nameOfKey('Ctrl-Enter'), laterWords.pane.open],
    ['>', laterWords.switcher.commands],
  ]
  const all: [string, string][] = [
    ['↑ ↓', words.inboxKeys.move],
    ...(props.isChoosing ? [] : orders),
    ['#', words.channels],
    ['@', laterWords.switcher.people],
  ]
  return (
    <footer>
      <For each={all}>
        {([key, effect]) => (
          <span>
            <kbd>{key}</kbd> {effect}
          </span>
        )}
      </For>
    </footer>
  )
}

function Results(props: {
  groups: readonly ChoiceGroup[]
  results: readonly Choice[]
  query: string
  chosen: number
  open: (choice: Choice, event: MouseEvent) => void
}) {
  return (
    <div id="results" role="listbox" aria-label={laterWords.switcher.results}>
      <For each={props.groups.map(({ title }) => title)}>
        {(title) => (
          <div role="group" aria-label={title}>
            <div class="group-title" aria-hidden="true">
              {title}
            </div>
            <For each={props.groups.find((group) => group.title === title)?.choices}>
              {(choice) => (
                <div
                  id={`results-${props.results.indexOf(choice)}`}
                  class="row"
                  role="option"
                  aria-selected={choice === props.results[props.chosen]}
                  onClick={(event) => props.open(choice, event)}
                >
                  <Entry choice={choice} query={props.query} />
                </div>
              )}
            </For>
          </div>
        )}
      </For>
    </div>
  )
}

/** A bubble is a topic outside of its channel. */
function ChoiceSign(props: { choice: Choice }) {
  const { icon, to } = props.choice
  if (to === undefined) return icon && <Icon name={icon} />
  return to.view === 'topic' ? <Icon name="topic" /> : <Sign route={to} />
}

/** A name with the matched parts marked, what it is, what is unread in it, and its key. */
function Entry(props: { choice: Choice; query: string }) {
  const client = useClient()
  const unread = () => props.choice.to && unreadIn(client, props.choice.to)
  return (
    <>
      <ChoiceSign choice={props.choice} />
      <span class="name" dir="auto">
        <For each={partsOfMatch(props.choice.name, props.query)}>
          {({ text, isMatched }) => (isMatched ? <mark>{text}</mark> : text)}
        </For>
      </span>
      <span class="detail">{props.choice.detail}</span>
      <Count count={unread()?.count} mentions={unread()?.mentions} />
      <Show when={props.choice.keys}>{(keys) => <kbd>{keys()}</kbd>}</Show>
    </>
  )
}
