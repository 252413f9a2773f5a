import { createMemo, createSignal, For, onMount, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { laterWords } from '../words/en-later'
import { ComboField } from './combo'
import { QUICK_EMOJI } from './quick-emoji'
import { knownEmoji, loadEmoji, searchable, shownName, type Emoji } from './emoji-data'
import { emojiGroups } from './emoji-groups'
import { closeFromOutside, createGridKeys, focusAtEnd } from './picker'
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

  const { chosen, setChosen, press } = createGridKeys({
    frame: () => frame,
    list: 'emoji-list',
    size: () => flat().length,
    take: (at) => choose(flat()[at]),
    leave: () => props.close(),
  })

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
        press={press}
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
