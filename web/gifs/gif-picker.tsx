import { For, onMount, Show } from 'solid-js'
import type { AnswerOf } from '../../client-state/wire'
import { useClient } from '../client/use-client'
import { pause, wantsLessMotion } from '../html/still-picture'
import { ComboField } from '../parts/combo'
import { closeFromOutside, createGridKeys, focusAtEnd } from '../parts/picker'
import { laterWords } from '../words/en-later'
import { gifWords as words } from '../words/en-gifs'
import { createSearch, KINDS } from './search'
import '../parts/emoji-picker.css'
import './gif-picker.css'

type Gif = AnswerOf<'GET /parley/gifs'>['gifs'][number]

/** Pictures of the service that the organization chose. The arrow keys move in the grid, and Enter adds a picture to the message. */
export function GifPicker(props: { insert: (link: string) => void; close: () => void }) {
  const client = useClient()
  let frame!: HTMLDivElement
  let field!: HTMLInputElement
  const search = createSearch(client, () => setChosen(0))
  const { chosen, setChosen, press } = createGridKeys({
    frame: () => frame,
    list: 'gif-list',
    size: () => search.gifs().length,
    take: (at) => choose(search.gifs()[at]),
    leave: () => props.close(),
    beyond: () => search.more(),
  })
  onMount(() => focusAtEnd(field))
  onMount(() => closeFromOutside(frame, () => props.close()))

  function choose(gif: Gif | undefined) {
    if (gif === undefined) return
    props.close()
    props.insert(`[${gif.description || words.unnamed}](${gif.url}) `)
  }

  // Also on the buttons. The other keys are those of the field.
  const leaves = (event: KeyboardEvent) => void (event.key === 'Escape' && press(event))

  return (
    <div class="emoji-picker gif-picker" role="dialog" aria-label={laterWords.gif} ref={frame} onKeyDown={leaves}>
      <Kinds of={search.kind()} choose={(kind) => search.setKind(kind)} />
      <ComboField
        ref={(input) => (field = input)}
        label={words.search[search.kind()]}
        list="gif-list"
        at={search.gifs().length > 0 ? chosen() : undefined}
        type={(text) => search.type(text)}
        press={press}
      />
      <div class="emoji-list gif-list" id="gif-list" role="listbox" aria-label={words.found}>
        <For each={search.gifs()}>
          {(gif, at) => <Cell gif={gif} at={at()} isChosen={at() === chosen()} choose={() => choose(gif)} />}
        </For>
      </div>
      <Show when={search.hasMore()}>
        <button class="act" type="button" onClick={() => search.more()}>
          {words.more}
        </button>
      </Show>
      <p class="quiet" role="status">
        {search.says()}
      </p>
      <p class="gif-service">{words.from(serviceOf(client.store.state))}</p>
    </div>
  )
}

function Kinds(props: { of: string; choose: (kind: (typeof KINDS)[number]) => void }) {
  return (
    <div class="gif-kinds">
      <For each={KINDS}>
        {(kind) => (
          <button class="act" type="button" aria-pressed={props.of === kind} onClick={() => props.choose(kind)}>
            {words.kinds[kind]}
          </button>
        )}
      </For>
    </div>
  )
}

function Cell(props: { gif: Gif; at: number; isChosen: boolean; choose: () => void }) {
  const client = useClient()
  let cell!: HTMLSpanElement
  let picture!: HTMLImageElement
  onMount(() => {
    const { web_animate_image_previews: policy } = client.store.state.user_settings
    if (policy !== 'always' || wantsLessMotion()) pause(picture, cell, policy)
  })
  return (
    <span
      ref={cell}
      role="option"
      id={`gif-list-${props.at}`}
      aria-label={props.gif.description || words.unnamed}
      aria-selected={props.isChosen}
      title={props.gif.description}
      onClick={() => props.choose()}
    >
      <img ref={picture} src={props.gif.preview_url} width={props.gif.width} height={props.gif.height} alt="" />
    </span>
  )
}

/** The services want to be named where their pictures are found. */
function serviceOf(state: { realm_parley_gif_service: string; realm_parley_gif_url: string }): string {
  if (state.realm_parley_gif_service === 'giphy') return 'GIPHY'
  if (state.realm_parley_gif_service === 'klipy') return 'KLIPY'
  return URL.parse(state.realm_parley_gif_url)?.hostname ?? ''
}
