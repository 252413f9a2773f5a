import { createMemo, createSignal, For, onCleanup, onMount, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { isComposing } from '../keys/composing'
import { laterWords } from '../words/en-later'
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
  const { report } = client
  let frame!: HTMLDivElement
  let search!: HTMLInputElement
  const [query, setQuery] = createSignal(props.begin ?? '')
  const [chosen, setChosen] = createSignal(0)
  const [all, setAll] = createSignal<Emoji[]>(knownEmoji(client))
  onMount(() => {
    // The keyboard of a phone would cover the emoji.
    if (!matchMedia('(pointer: coarse)').matches) search.focus()
    search.setSelectionRange(search.value.length, search.value.length)
    loadEmoji(client).then(() => setAll(knownEmoji(client)), report)
    const leave = ({ target }: Event) => {
      const toggle = frame.parentElement?.querySelector('[aria-expanded="true"]')
      if (target instanceof Node && !frame.contains(target) && !toggle?.contains(target)) props.close()
    }
    document.addEventListener('pointerdown', leave)
    onCleanup(() => document.removeEventListener('pointerdown', leave))
  })

  const sections = createMemo((): Section[] => {
    const text = searchable(query().trim()).replaceAll(':', '')
    if (text === '') {
      const names = [...recentEmoji(), ...QUICK_EMOJI.map(({ emoji_name }) => emoji_name)]
      const byName = new Map(all().map((emoji) => [emoji.emoji_name, emoji]))
      const often = [...new Set(names)].flatMap((name) => byName.get(name) ?? []).slice(0, 16)
      return [{ name: laterWords.emojiOften, emoji: often }, ...emojiGroups(all())].filter(
        ({ emoji }) => emoji.length > 0,
      )
    }
    const rank = ({ searched }: Emoji) => (searched.some((name) => name.startsWith(text)) ? 0 : 1)
    const found = all()
      .filter(({ searched }) => searched.some((name) => name.includes(text)))
      .toSorted((a, b) => rank(a) - rank(b) || a.emoji_name.length - b.emoji_name.length)
    return [{ name: laterWords.emojiFound, emoji: found.slice(0, MAX_FOUND) }]
  })
  const flat = createMemo(() => sections().flatMap(({ emoji }) => emoji))

  function choose(emoji: Emoji | undefined) {
    if (emoji === undefined) return
    rememberEmoji(emoji.emoji_name)
    props.choose(emoji)
    props.close()
  }

  function move(by: number) {
    setChosen(Math.max(0, Math.min(flat().length - 1, chosen() + by)))
    frame.querySelector(`#emoji-${chosen()}`)?.scrollIntoView({ block: 'nearest' })
  }

  /** The nearest emoji in the row above or below. */
  function moveRow(direction: 1 | -1) {
    const cells = [...frame.querySelectorAll<HTMLElement>('[role="option"]')]
    const from = cells[chosen()]?.getBoundingClientRect()
    if (from === undefined) return
    for (let at = chosen() + direction, row: number | undefined, best = -1; ; at += direction) {
      const cell = cells[at]?.getBoundingClientRect()
      row ??= cell && Math.abs(cell.top - from.top) > 4 ? cell.top : undefined
      const isOver = cell === undefined || (row !== undefined && Math.abs(cell.top - row) > 4)
      if (isOver) return best >= 0 ? move(best - chosen()) : undefined
      if (row === undefined) continue
      const distance = (place: number) => Math.abs(cells[place]!.getBoundingClientRect().left - from.left)
      if (best < 0 || distance(at) < distance(best)) best = at
    }
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
      <input
        ref={search}
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="emoji-list"
        aria-autocomplete="list"
        aria-activedescendant={flat().length > 0 ? `emoji-${chosen()}` : undefined}
        aria-label={laterWords.emojiSearch}
        placeholder={laterWords.emojiSearch}
        autocomplete="off"
        spellcheck={false}
        value={props.begin ?? ''}
        onInput={({ currentTarget }) => {
          setQuery(currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        class="emoji-list"
        id="emoji-list"
        role="listbox"
        aria-label={laterWords.emojiFound}
        onClick={({ target }) => {
          const cell = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : undefined
          if (cell) choose(flat()[Number(cell.dataset.at)])
        }}
      >
        <Sections sections={sections()} chosen={chosen()} />
      </div>
      <p class="emoji-name" aria-hidden="true">
        {nameBelow(flat()[chosen()])}
      </p>
    </div>
  )
}

/** The name in the language of the user, and the one to type, which is the same for everyone. */
function nameBelow(emoji: Emoji | undefined): string {
  if (emoji === undefined) return laterWords.emojiNone
  return [...new Set([shownName(emoji), `:${emoji.emoji_name}:`])].join(' ')
}

function Sections(props: { sections: Section[]; chosen: number }) {
  const starts = createMemo(() => {
    let start = 0
    return props.sections.map(({ emoji }) => (start += emoji.length) - emoji.length)
  })
  return (
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
                    id={`emoji-${place()}`}
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
  )
}
