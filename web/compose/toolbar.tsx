import { Show } from 'solid-js'
import type { Client } from '../client/client'
import { Icon, type IconName } from '../parts/icon'
import { words } from '../words/en'
import type { ComposerState, Menu } from './composer-state'
import { insertText } from './insert-text'

export function sendsByEnter({ store, watch }: Client): boolean {
  watch('settings')
  return store.state.user_settings.enter_sends === true
}

/** The buttons below the text. */
export function Toolbar(props: { state: ComposerState }) {
  const { state } = props
  let picker!: HTMLInputElement
  const leavePreview = () => {
    state.setPreview(false)
    state.field().focus()
  }
  return (
    <div class="write-foot">
      <Tool icon="attach" text={words.composer.attach} run={() => picker.click()} />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={words.composer.attach}
        onChange={() => {
          state.uploads.add(picker.files ?? [])
          picker.value = ''
        }}
      />
      <Tool
        icon="format"
        text={words.composer.format}
        isOn={state.isFormatting()}
        run={() => state.toggleFormatting()}
      />
      <MenuButton menu="emoji" icon="emoji" text={words.composer.emoji} state={state} />
      <Tool icon="mention" text={words.composer.mention} run={() => insertText(state.field(), '@')} />
      <Tool icon="poll" text={words.composer.poll} run={() => insertText(state.field(), '/poll ', 0, 0)} />
      <MenuButton menu="voice" icon="mic" text={words.composer.voice} state={state} />
      <MenuButton menu="other" icon="more" text={words.composer.other} state={state} />
      <Show when={state.isPreview()}>
        <button class="act" type="button" aria-pressed="true" onClick={leavePreview}>
          {words.composer.preview}
        </button>
      </Show>
      <MenuButton menu="schedule" icon="later" text={words.composer.later} state={state} />
      <button class="send" type="submit" aria-label={words.composer.send}>
        <Icon name="send" />
        <span class="word">{words.composer.send}</span>
      </button>
    </div>
  )
}

function Tool(props: { icon: IconName; text: string; isOn?: boolean; run: () => void }) {
  return (
    <button class="ib" type="button" aria-label={props.text} aria-pressed={props.isOn} onClick={() => props.run()}>
      <Icon name={props.icon} />
    </button>
  )
}

function MenuButton(props: { menu: Menu; icon: IconName; text: string; state: ComposerState }) {
  const { state } = props
  const isOpen = () => state.menu() === props.menu
  return (
    <button
      class={`ib ${props.menu}`}
      type="button"
      aria-label={props.text}
      aria-haspopup={props.menu === 'other' ? 'menu' : 'dialog'}
      aria-expanded={isOpen()}
      onClick={() => state.setMenu(isOpen() ? undefined : props.menu)}
    >
      <Icon name={props.icon} />
      <Show when={props.menu === 'other'}>
        <Icon name="add" />
      </Show>
    </button>
  )
}
