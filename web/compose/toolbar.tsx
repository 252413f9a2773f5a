import { Show } from 'solid-js'
import type { Client } from '../client/client'
import { Icon, type IconName } from '../parts/icon'
import { words } from '../words/en'

export type Menu = 'other' | 'emoji' | 'schedule' | 'call' | 'snippets' | undefined

type Props = {
  menu: Menu
  setMenu: (menu: Menu) => void
  isPreview: boolean
  setPreview: (isPreview: boolean) => void
  isFormatting: boolean
  toggleFormatting: () => void
  attach: (files: Iterable<File>) => void
  insert: (text: string, at?: number) => void
}

export function sendsByEnter({ store, watch }: Client): boolean {
  watch('settings')
  return store.state.user_settings.enter_sends === true
}

/** The buttons below the text. */
export function Toolbar(props: Props) {
  let picker!: HTMLInputElement
  return (
    <div class="write-foot">
      <button class="ib attach" type="button" aria-label={words.composer.attach} onClick={() => picker.click()}>
        <Icon name="attach" />
      </button>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={words.composer.attach}
        onChange={() => {
          props.attach([...(picker.files ?? [])])
          picker.value = ''
        }}
      />
      <button
        class="ib"
        type="button"
        aria-label={words.composer.format}
        aria-pressed={props.isFormatting}
        onClick={() => props.toggleFormatting()}
      >
        <Icon name="format" />
      </button>
      <MenuButton menu="emoji" icon="emoji" text={words.composer.emoji} open={props.menu} setOpen={props.setMenu} />
      <button class="ib" type="button" aria-label={words.composer.mention} onClick={() => props.insert('@')}>
        <Icon name="mention" />
      </button>
      <button class="ib" type="button" aria-label={words.composer.poll} onClick={() => props.insert('/poll ', 0)}>
        <Icon name="poll" />
      </button>
      <MenuButton menu="other" icon="more" text={words.composer.other} open={props.menu} setOpen={props.setMenu} />
      <Show when={props.isPreview}>
        <button class="act" type="button" aria-pressed="true" onClick={() => props.setPreview(false)}>
          {words.composer.preview}
        </button>
      </Show>
      <MenuButton menu="schedule" icon="later" text={words.composer.later} open={props.menu} setOpen={props.setMenu} />
      <button class="send" type="submit" aria-label={words.composer.send}>
        <Icon name="send" />
        <span class="word">{words.composer.send}</span>
      </button>
    </div>
  )
}

function MenuButton(props: { menu: Menu; icon: IconName; text: string; open: Menu; setOpen: (menu: Menu) => void }) {
  const isOpen = () => props.open === props.menu
  return (
    <button
      class={`ib ${props.menu}`}
      type="button"
      aria-label={props.text}
      aria-haspopup={props.menu === 'other' ? 'menu' : 'dialog'}
      aria-expanded={isOpen()}
      onClick={() => props.setOpen(isOpen() ? undefined : props.menu)}
    >
      <Icon name={props.icon} />
      <Show when={props.menu === 'other'}>
        <Icon name="add" />
      </Show>
    </button>
  )
}
