import { createEffect, createMemo, For, Show } from 'solid-js'
import { openOverlay } from '../base/overlay'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { nameOfKey } from '../keys/key-names'
import { Icon, type IconName } from '../parts/icon'
import { isGuided } from '../store/onboarding'
import { TaskLine } from '../parts/first-tasks'
import { keyWords } from '../words/en-keys'
import { laterWords } from '../words/en-later'
import { settingsWords as words } from '../words/en-settings'
import { sectionIdOf } from './section-ids'
import { allowedSections, FIRST_SECTION, type Section } from './sections'
import { ConfirmationDialog, wish } from './confirmation-dialog'
import '../parts/fields.css'
import './settings.css'

const isGuidedNow = ({ store, watch }: Client) => {
  watch('steps')
  return isGuided(store.state)
}

/** All settings: the list of sections, and the open one. On phones, the list is a page of its own. */
export function SettingsView(props: { isActive: boolean }) {
  const client = useClient()
  const { route } = client
  let list!: HTMLElement
  // A view that the user left keeps its section.
  const address = createMemo<string>((before) => {
    const open = route()
    return open.view === 'settings' ? open.section : before
  }, '')
  const sections = createMemo(() => allowedSections(client))
  const section = createMemo(() => sections().find(({ id }) => id === sectionIdOf(address() || FIRST_SECTION)))
  // The list is longer than most windows. A link may open a section that is out of sight.
  createEffect(() => section() && list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }))

  return (
    <section class="layer settings-layer" classList={{ parked: !props.isActive }}>
      <Head section={address() === '' ? undefined : (section()?.title ?? '')} />
      <div class="settings" classList={{ 'at-list': address() === '' }}>
        <nav class="settings-list" aria-label={words.title} ref={list}>
          <FindSetting />
          <Links
            title={words.personal}
            sections={sections().filter(({ group }) => group === 'personal')}
            open={section()}
          />
          <LogOut />
          <Links
            title={words.organization}
            sections={sections().filter(({ group }) => group === 'organization')}
            open={section()}
          />
        </nav>
        <div class="settings-page" tabindex="-1">
          <Show when={section()} keyed fallback={<p class="empty">{words.noSection}</p>}>
            {(open) => (
              <>
                <h2 class="visually-hidden">{open.title}</h2>
                <Show when={isGuidedNow(client)}>
                  <TaskLine section={open.id} />
                </Show>
                <open.view />
              </>
            )}
          </Show>
        </div>
      </div>
      <Show when={wish(client)} keyed>
        {(open) => <ConfirmationDialog wish={open} />}
      </Show>
    </section>
  )
}

/** The icons of the sections. All others have that of settings. */
const ICONS: Readonly<Record<string, IconName>> = {
  profile: 'person',
  account: 'key',
  notifications: 'follow',
  'alert-words': 'mention',
  muted: 'mute',
  uploads: 'attach',
  bots: 'bot',
  services: 'link',
  saved: 'draft',
  data: 'file',
  translation: 'format',
  'organization/profile': 'picture',
  'organization/settings': 'resolve',
  'organization/permissions': 'private',
  'organization/users': 'people',
  'organization/invitations': 'add',
  'organization/groups': 'people',
  'organization/folders': 'folder',
  'organization/archived-channels': 'channels',
  'organization/default-channels': 'channels',
  'organization/emoji': 'emoji',
  'organization/linkifiers': 'link',
  'organization/playgrounds': 'enlarge',
  'organization/commands': 'bot',
  'organization/profile-fields': 'person',
  'organization/domains': 'public',
  'organization/providers': 'key',
  'organization/directory': 'people',
  'organization/exports': 'file',
  'organization/import': 'move',
  'organization/mail': 'send',
  'organization/audit-log': 'recent',
  'organization/usage': 'poll',
}

function Head(props: { section: string | undefined }) {
  return (
    <header class="head">
      <h1>
        <Show when={props.section !== undefined} fallback={<span class="name">{words.title}</span>}>
          <a class="ch" href="#settings">
            {words.title}
          </a>
          <span class="sep" aria-hidden="true">
            ›
          </span>
          <span class="name">{props.section}</span>
        </Show>
      </h1>
    </header>
  )
}

function FindSetting() {
  const { keys } = useClient()
  return (
    <button class="find" onClick={() => keys.call('goToSetting')}>
      <Icon name="search" />
      <span>{keyWords.keys.goToSetting}</span>
      <kbd>{nameOfKey('Ctrl-,')}</kbd>
    </button>
  )
}

function LogOut() {
  const client = useClient()
  return (
    <button class="row" onClick={() => openOverlay(client, { kind: 'logOut' })}>
      <Icon name="leave" />
      <span class="name">{laterWords.logOut}</span>
    </button>
  )
}

function Links(props: { title: string; sections: Section[]; open: Section | undefined }) {
  const { hrefOf } = useClient()
  return (
    <Show when={props.sections.length > 0}>
      <h2 class="sec">{props.title}</h2>
      <For each={props.sections}>
        {({ id, title }) => (
          <a
            class="row"
            href={hrefOf({ view: 'settings', section: id })}
            aria-current={props.open?.id === id ? 'page' : undefined}
          >
            <Icon name={ICONS[id] ?? 'settings'} />
            <span class="name">{title}</span>
          </a>
        )}
      </For>
    </Show>
  )
}
