import { createSignal, For, onMount, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { glyphOf } from '../parts/emoji'
import { QUICK_EMOJI } from '../parts/quick-emoji'
import { Icon, type IconName } from '../parts/icon'
import { lazyView } from '../parts/lazy'
import type { Message } from '../store/messages'
import { words } from '../words/en'
import { pinOf } from '../base/pins'
import { waitingRequest } from '../base/waiting-changes'
import { textOfRequest } from '../base/waiting-requests'
import { laterWords } from '../words/en-later'
import { overlayWords } from '../words/en-overlays'
import { quoteMessage } from './quoting'
import { toggleReaction, toggleStar } from './actions'
import './tools.css'

type Props = {
  message: Message
  isEditable: boolean
  isPicking: boolean
  setPicking: (isPicking: boolean) => void
  edit: () => void
  openMenu: (anchor: HTMLElement) => void
}

const EmojiPicker = lazyView(async () => (await import('../parts/emoji-picker')).EmojiPicker)

/** The actions of a message. They show on hover and on focus, and the picker stays until a choice or Escape. */
export function Tools(props: Props) {
  const client = useClient()
  let frame!: HTMLDivElement
  const isStarred = () => props.message.flags.includes('starred')
  const isReached = createReached(() => frame)
  return (
    <>
      <Show when={pinOf(client, props.message)}>
        <span class="pin-mark">
          <Icon name="pin" isOn />
          <span class="visually-hidden">{overlayWords.pins.short}</span>
        </span>
      </Show>
      <Show when={waitingRequest(client, props.message.id)}>
        {(change) => <span class="waits">{textOfRequest(client, change())}</span>}
      </Show>
      <div class="tools" ref={frame}>
        <Show when={props.isPicking}>
          <Picker message={props.message} frame={() => frame} end={() => props.setPicking(false)} />
        </Show>
        <Show when={isReached() && !props.isPicking}>
          <Tool icon="emoji" label={overlayWords.react} run={() => props.setPicking(true)} />
          <Tool icon="reply" label={overlayWords.quote} run={() => void quoteMessage(client, props.message)} />
          <Tool
            icon="star"
            label={isStarred() ? overlayWords.unstar : overlayWords.star}
            isOn={isStarred()}
            run={() => toggleStar(client, props.message)}
          />
          <Show when={props.isEditable}>
            <Tool icon="draft" label={words.edit} run={() => props.edit()} />
          </Show>
          <Tool icon="more" label={words.more} popup="menu" run={(button) => props.openMenu(button)} />
        </Show>
      </div>
    </>
  )
}

/**
 * Returns whether the pointer or the focus has come to the row of an element. Its buttons are made then: those of a hundred rows are
 * more than half of a view, which the browser draws at each switch.
 */
function createReached(frame: () => HTMLElement): () => boolean {
  const [isReached, setReached] = createSignal(false)
  onMount(() => {
    const row = frame().closest('.msg')
    if (row?.matches(':hover, :focus-within')) setReached(true)
    for (const type of ['pointerenter', 'focusin']) row?.addEventListener(type, () => setReached(true), { once: true })
  })
  return isReached
}

type ToolProps = {
  icon: IconName
  label: string
  /** Set for what can be on and off. */
  isOn?: boolean
  popup?: 'menu'
  run: (button: HTMLElement) => void
}

function Tool(props: ToolProps) {
  return (
    <button
      class="ib"
      aria-label={props.label}
      aria-pressed={props.isOn}
      aria-haspopup={props.popup}
      onClick={({ currentTarget }) => props.run(currentTarget)}
    >
      <Icon name={props.icon} isOn={props.isOn === true} />
    </button>
  )
}

/** The usual emoji for a reaction, and the way to all of them. */
function Picker(props: { message: Message; frame: () => HTMLElement; end: () => void }) {
  const client = useClient()
  const [isShowingAll, setShowingAll] = createSignal(false)
  const [begin, setBegin] = createSignal('')
  // An emoji takes no focus: a click on it moves the focus to the message around it.
  const isInside = (node: Node) => props.frame().contains(node) || (isShowingAll() && node.contains(props.frame()))
  const close = () => {
    const row = props.frame().closest<HTMLElement>('.msg')
    props.end()
    row?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') close()
    else if (event.target instanceof HTMLButtonElement && isCharacter(event)) {
      // Who writes looks for an emoji. Its code may still load.
      setBegin(begin() + event.key)
      setShowingAll(true)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      class="picker"
      role="group"
      aria-label={overlayWords.react}
      onKeyDown={onKeyDown}
      onFocusOut={({ relatedTarget }) => {
        if (relatedTarget instanceof Node ? isInside(relatedTarget) : isShowingAll()) return
        setShowingAll(false)
        props.end()
      }}
    >
      <QuickEmoji
        choose={(emoji) => {
          toggleReaction(client, props.message, { ...emoji, reaction_type: 'unicode_emoji' })
          close()
        }}
      />
      <button class="all-emoji" aria-expanded={isShowingAll()} onClick={() => setShowingAll(true)}>
        {laterWords.allEmoji}
      </button>
      <Show when={isShowingAll()}>
        <EmojiPicker
          label={overlayWords.react}
          begin={begin()}
          choose={(emoji) => toggleReaction(client, props.message, emoji)}
          close={() => {
            setShowingAll(false)
            close()
          }}
        />
      </Show>
    </div>
  )
}

function QuickEmoji(props: { choose: (emoji: (typeof QUICK_EMOJI)[number]) => void }) {
  return (
    <For each={QUICK_EMOJI}>
      {(emoji, at) => (
        <button
          aria-label={emoji.emoji_name}
          title={emoji.emoji_name}
          ref={(button) => at() === 0 && queueMicrotask(() => button.focus())}
          onClick={() => props.choose(emoji)}
        >
          {glyphOf(emoji.emoji_code)}
        </button>
      )}
    </For>
  )
}

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  /^[^\s\p{C}]$/u.test(key) && !ctrlKey && !metaKey && !altKey
