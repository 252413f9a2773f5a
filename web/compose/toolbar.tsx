import { Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Icon, type IconName } from '../parts/icon'
import { words } from '../words/en'

export type Menu = 'emoji' | 'schedule' | 'call' | 'snippets' | undefined

type Props = {
  menu: Menu
  setMenu: (menu: Menu) => void
  isPreview: boolean
  setPreview: (isPreview: boolean) => void
  isFormatting: boolean
  toggleFormatting: () => void
  attach: (files: Iterable<File>) => void
}

export function sendsByEnter({ store, watch }: Client): boolean {
  watch('settings')
  return store.state.user_settings.enter_sends === true
}

/** Whether the organization has chosen a service for calls, and the server still has it. */
function hasCalls({ store, watch }: Client): boolean {
  watch('realm')
  const { realm_video_chat_provider: chosen, realm_available_video_chat_providers: available } = store.state
  return chosen !== 0 && Object.values<{ id: number }>(available).some(({ id }) => id === chosen)
}

/** Whether the user has saved texts to insert. */
function hasSnippets({ store, watch }: Client): boolean {
  watch('snippets')
  return (store.state.saved_snippets ?? []).length > 0
}

/** The buttons below the text. */
export function Toolbar(props: Props) {
  const client = useClient()
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
      <button
        class="act"
        type="button"
        aria-pressed={props.isPreview}
        onClick={() => props.setPreview(!props.isPreview)}
      >
        {words.composer.preview}
      </button>
      <Show when={hasCalls(client)}>
        <MenuButton menu="call" icon="call" text={words.composer.call} open={props.menu} setOpen={props.setMenu} />
      </Show>
      <MenuButton menu="schedule" icon="later" text={words.composer.later} open={props.menu} setOpen={props.setMenu} />
      <Show when={hasSnippets(client)}>
        <MenuButton menu="snippets" text={words.composer.snippets} open={props.menu} setOpen={props.setMenu} />
      </Show>
      <button class="send" type="submit" aria-label={words.composer.send}>
        <Icon name="send" />
        <span class="word">{words.composer.send}</span>
      </button>
    </div>
  )
}

function MenuButton(props: { menu: Menu; icon?: IconName; text: string; open: Menu; setOpen: (menu: Menu) => void }) {
  const isOpen = () => props.open === props.menu
  return (
    <button
      class={props.icon === undefined ? 'act' : 'ib'}
      type="button"
      aria-label={props.text}
      aria-haspopup={props.menu === 'call' || props.menu === 'snippets' ? 'menu' : 'dialog'}
      data-menu={props.menu}
      aria-expanded={isOpen()}
      onClick={() => props.setOpen(isOpen() ? undefined : props.menu)}
    >
      <Show when={props.icon} fallback={props.text}>
        {(icon) => <Icon name={icon()} />}
      </Show>
    </button>
  )
}
