import { createMemo, createSignal, For, onCleanup, onMount, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { isComposing } from '../keys/composing'
import { laterWords } from '../words/en-later'
import { ComboField } from './combo'
import { QUICK_EMOJI } from './emoji'
import { knownEmoji, loadEmoji, searchable, shownName, type Emoji } from './emoji-data'
import { emojiGroups } from './emoji-groups'
import { recentEmoji, rememberEmoji } from './recent-emoji'
import './emoji-picker.css'

type Props = { label: string; begin?: string; choose: (emoji: Emoji) => void; close: () => void }
type Section = { name: string; emoji: Emoji[] }

const MAX_FOUND = 120

/** All emoji of the server, with search. The arrow keys move in the grid, and Enter chooses. */
export function EmojiPicker(props: Props) {
  const client = useClient()
  let frame!: HTMLDivElement
  let search!: HTMLInputElement
  const [query, setQuery] = createSignal(props.begin ?? '')
  const [chosen, setChosen] = createSignal(0)
  onMount(() => focusAtEnd(search))
  onMount(() => closeFromOutside(frame, () => props.close()))
  const sections = createSections(client, query)
  const flat = createMemo(() => sections().flatMap(({ emoji }) => emoji))
  function choose(emoji: Emoji | undefined) {
    if (emoji === undefined) return
    rememberEmoji(emoji.emoji_name)
    props.choose(emoji)
    props.close()
  }

  function move(by: number) {
    setChosen(Math.max(0, Math.min(flat().length - 1, chosen() + by)))
    frame.querySelector(`#emoji-list-${chosen()}`)?.scrollIntoView({ block: 'nearest' })
  }

  function moveRow(direction: 1 | -1) {
    const cells = [...frame.querySelectorAll<HTMLElement>('[role="option"]')]
    const to = nearestInNextRow(cells, chosen(), direction)
    if (to !== undefined) move(to - chosen())
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (event.key === 'Escape') props.close()
    else if (event.key === 'ArrowRight') move(1)
    else if (event.key === 'ArrowLeft') move(-1)
    else if (event.key === 'ArrowDown') moveRow(1)
    else if (event.key === 'ArrowUp') moveRow(-1)
    else if (event.key === 'Enter') choose(flat()[chosen()])
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div class="emoji-picker" role="dialog" aria-label={props.label} ref={frame}>
      <ComboField
        ref={(field) => (search = field)}
        label={laterWords.emojiSearch}
        list="emoji-list"
        at={flat().length > 0 ? chosen() : undefined}
        value={props.begin}
        type={(text) => {
          setQuery(text)
          setChosen(0)
        }}
        press={onKeyDown}
      />
      <Sections sections={sections()} chosen={chosen()} choose={(at) => choose(flat()[at])} />
      <p class="emoji-name" aria-hidden="true">
        {nameBelow(flat()[chosen()])}
      </p>
    </div>
  )
}

/** The sections of the picker. The names of all emoji arrive later. */
function createSections(client: Client, query: () => string) {
  const [all, setAll] = createSignal<Emoji[]>(knownEmoji(client))
  onMount(() => void loadEmoji(client).then(() => setAll(knownEmoji(client)), client.report))
  return createMemo(() => sectionsOf(all(), query()))
}

/** The emoji by their groups, or those that a text finds. */
function sectionsOf(all: Emoji[], query: string): Section[] {
  const text = searchable(query.trim()).replaceAll(':', '')
  if (text === '') {
    const names = [...recentEmoji(), ...QUICK_EMOJI.map(({ emoji_name }) => emoji_name)]
    const byName = new Map(all.map((emoji) => [emoji.emoji_name, emoji]))
    const often = [...new Set(names)].flatMap((name) => byName.get(name) ?? []).slice(0, 16)
    return [{ name: laterWords.emojiOften, emoji: often }, ...emojiGroups(all)].filter(({ emoji }) => emoji.length > 0)
  }
  const rank = ({ searched }: Emoji) => (searched.some((name) => name.startsWith(text)) ? 0 : 1)
  const found = all
    .filter(({ searched }) => searched.some((name) => name.includes(text)))
    .toSorted((a, b) => rank(a) - rank(b) || a.emoji_name.length - b.emoji_name.length)
  return [{ name: laterWords.emojiFound, emoji: found.slice(0, MAX_FOUND) }]
}

/** Returns the nearest cell in the row above or below, if there is one. */
function nearestInNextRow(cells: HTMLElement[], current: number, direction: 1 | -1): number | undefined {
  const from = cells[current]?.getBoundingClientRect()
  if (from === undefined) return undefined
  for (let at = current + direction, row: number | undefined, best = -1; ; at += direction) {
    const cell = cells[at]?.getBoundingClientRect()
    row ??= cell && Math.abs(cell.top - from.top) > 4 ? cell.top : undefined
    const isOver = cell === undefined || (row !== undefined && Math.abs(cell.top - row) > 4)
    if (isOver) return best >= 0 ? best : undefined
    if (row === undefined) continue
    const distance = (place: number) => Math.abs(cells[place]!.getBoundingClientRect().left - from.left)
    if (best < 0 || distance(at) < distance(best)) best = at
  }
}

/** The keyboard of a phone would cover the emoji. */
function focusAtEnd(field: HTMLInputElement) {
  if (!matchMedia('(pointer: coarse)').matches) field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}

/** Closes the picker when the user presses outside of it and of its button. */
function closeFromOutside(frame: HTMLElement, close: () => void) {
  const leave = ({ target }: Event) => {
    const toggle = frame.parentElement?.querySelector('[aria-expanded="true"]')
    if (target instanceof Node && !frame.contains(target) && !toggle?.contains(target)) close()
  }
  document.addEventListener('pointerdown', leave)
  onCleanup(() => document.removeEventListener('pointerdown', leave))
}

/** The name in the language of the user, and the one to type, which is the same for everyone. */
function nameBelow(emoji: Emoji | undefined): string {
  if (emoji === undefined) return laterWords.emojiNone
  return [...new Set([shownName(emoji), `:${emoji.emoji_name}:`])].join(' ')
}

function Sections(props: { sections: Section[]; chosen: number; choose: (at: number) => void }) {
  const starts = createMemo(() => {
    let start = 0
    return props.sections.map(({ emoji }) => (start += emoji.length) - emoji.length)
  })
  return (
    <div
      class="emoji-list"
      id="emoji-list"
      role="listbox"
      aria-label={laterWords.emojiFound}
      onClick={({ target }) => {
        const cell = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : undefined
        if (cell) props.choose(Number(cell.dataset.at))
      }}
    >
      <For each={props.sections}>
        {(section, index) => (
          <div role="group" aria-label={section.name}>
            <p class="emoji-section" aria-hidden="true">
              {section.name}
            </p>
            <div class="emoji-grid">
              <For each={section.emoji}>
                {(emoji, at) => {
                  const place = () => (starts()[index()] ?? 0) + at()
                  return (
                    <span
                      role="option"
                      id={`emoji-list-${place()}`}
                      data-at={place()}
                      aria-label={emoji.called?.[0] ?? emoji.emoji_name}
                      aria-selected={place() === props.chosen}
                      title={shownName(emoji)}
                    >
                      <Show when={emoji.url} fallback={emoji.glyph}>
                        {(url) => <img class="emoji" src={url()} alt="" loading="lazy" />}
                      </Show>
                    </span>
                  )
                }}
              </For>
            </div>
          </div>
        )}
      </For>
    </div>
  )
}
