import { createMemo, createSignal, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import type { Bot as BotSettings, ParametersOf, User } from '../../client-state/wire'
import { Avatar } from '../parts/avatar'
import { sendFile } from '../wire/form'
import { botWords as words } from '../words/en-bots'
import { integrationWords } from '../words/en-integrations'
import { settingsWords } from '../words/en-settings'
import { ApiKey } from './api-key'
import { BotAddresses } from './bot-addresses'
import { BotEvents } from './bot-events'
import { BotPresses } from './bot-presses'
import { confirmed, ConfirmDialog } from './confirm'
import { Deliveries } from './deliveries'
import { isPermitted } from './organization/own-permissions'
import { Part, SettingsForm, StoredItems, textOf } from './parts'
import { ChoiceField, TextField } from './form-fields'

const INCOMING = 2
const OUTGOING = 3
const BOT_TYPES = [1, INCOMING, OUTGOING] as const

const firstKind = (client: Client) => (isPermitted(client, 'can_create_bots_group') ? '1' : String(INCOMING))

/** A bot, and its account. */
type OwnBot = BotSettings & { account: User }

/** The user's own bots: programs that write as themselves. */
export function Bots() {
  const client = useClient()
  const { store, watch } = client
  const own = createMemo((): OwnBot[] => {
    watch('people')
    const { realm_bots, realm_users, user_id } = store.state
    return [...realm_bots].flatMap((bot) => {
      const account = realm_users.get(bot.user_id)
      return account?.bot_owner_id === user_id ? [{ ...bot, account: { ...account } }] : []
    })
  })
  /** A bot that only writes needs another permission than one that reads. */
  const kinds = () =>
    Object.fromEntries(
      Object.entries(words.types).filter(
        ([kind]) =>
          isPermitted(client, 'can_create_bots_group') ||
          (kind === String(INCOMING) && isPermitted(client, 'can_create_write_only_bots_group')),
      ),
    )
  return (
    <>
      <Part title={words.own} text={words.text}>
        <StoredItems of={own()} keyOf={({ user_id }) => user_id} none={words.none} kind="bots">
          {(bot) => <Bot bot={bot()} />}
        </StoredItems>
      </Part>
      <Show when={Object.keys(kinds()).length > 0} fallback={<p class="quiet">{words.cannotCreate}</p>}>
        <NewBot kinds={kinds()} />
      </Show>
      <ConfirmDialog />
    </>
  )
}

function NewBot(props: { kinds: Record<string, string> }) {
  const client = useClient()
  const { ask, userOf } = client
  const [added, setAdded] = createSignal<{ user_id: number; api_key: string }>()
  const [type, setType] = createSignal(firstKind(client))
  async function create(fields: FormData, form: HTMLFormElement) {
    const bot = await ask('POST /bots', {
      full_name: textOf(fields, 'name'),
      short_name: textOf(fields, 'short'),
      bot_type: BOT_TYPES.find((code) => code === Number(fields.get('type'))),
      ...(type() === String(OUTGOING) ? { payload_url: JSON.stringify(textOf(fields, 'url')) } : {}),
    })
    form.reset()
    setType(firstKind(client))
    setAdded(bot)
  }
  return (
    <Part title={words.create}>
      <Show when={added()}>{(bot) => <ApiKey api_key={bot().api_key} email={userOf(bot().user_id)?.email} />}</Show>
      <SettingsForm button={words.create} submit={create}>
        <TextField label={words.name} name="name" most={100} />
        <TextField label={words.shortName} name="short" most={100} pattern="[a-zA-Z0-9._\-]+" />
        <ChoiceField label={words.type} name="type" options={props.kinds} value={type()} choose={setType} />
        <Show when={type() === String(OUTGOING)}>
          <TextField label={words.address} name="url" type="url" most={2000} />
        </Show>
      </SettingsForm>
    </Part>
  )
}

/** Guests have no access to the keys, addresses and subscriptions of their bots. */
const mayConnect = ({ store, watch }: Client): boolean => {
  watch('people')
  return store.state.is_guest !== true
}

function Bot(props: { bot: OwnBot }) {
  const client = useClient()
  const { userOf } = client
  const [isOpen, setOpen] = createSignal(false)
  return (
    <li class="bot">
      <Avatar user_id={props.bot.user_id} />
      <div class="grow">
        <b dir="auto">{userOf(props.bot.user_id)?.full_name}</b>
        <p class="quiet">
          {words.types[String(props.bot.account.bot_type)]} · {props.bot.account.email}
        </p>
        <Show when={isOpen()}>
          <BotForm bot={props.bot} />
          <BotActs bot_id={props.bot.user_id} />
          <Show when={mayConnect(client)}>
            <BotConnections bot={props.bot} />
          </Show>
        </Show>
      </div>
      <button class="act" aria-expanded={isOpen()} onClick={() => setOpen(!isOpen())}>
        {words.manage}
      </button>
    </li>
  )
}

function BotForm(props: { bot: OwnBot }) {
  const { ask, userOf } = useClient()
  const address = () => {
    const [service] = props.bot.services
    return service && 'base_url' in service ? service.base_url : ''
  }
  const change = (changes: Omit<ParametersOf<'PATCH /bots/:bot_id'>, 'bot_id'>) =>
    ask('PATCH /bots/:bot_id', { bot_id: props.bot.user_id, ...changes })

  return (
    <SettingsForm
      button={settingsWords.save}
      submit={(fields) =>
        change({
          full_name: textOf(fields, 'name'),
          ...(props.bot.account.bot_type === OUTGOING
            ? { service_payload_url: JSON.stringify(textOf(fields, 'url')), service_interface: 1 }
            : {}),
        })
      }
    >
      <TextField label={words.name} name="name" most={100} value={userOf(props.bot.user_id)?.full_name ?? ''} />
      <Show when={props.bot.account.bot_type === OUTGOING}>
        <TextField label={words.address} name="url" type="url" most={2000} value={address()} />
      </Show>
    </SettingsForm>
  )
}

/** The buttons of a bot: its key, its picture, and its end. */
function BotActs(props: { bot_id: number }) {
  const client = useClient()
  const { ask, report, userOf } = client
  const { bot_id } = props
  let picture!: HTMLInputElement
  const [key, setKey] = createSignal('')
  async function showKey(answer: Promise<{ api_key: string }>) {
    setKey((await answer).api_key)
  }
  async function upload() {
    const [file] = picture.files ?? []
    picture.value = ''
    if (file) await sendFile(client, 'PATCH /bots/:bot_id', file, { bot_id }).catch(report)
  }
  return (
    <>
      <Show when={key()}>{(secret) => <ApiKey api_key={secret()} email={userOf(bot_id)?.email} />}</Show>
      <p class="bot-acts">
        <Show when={mayConnect(client)}>
          <button class="act" onClick={() => void showKey(ask('GET /bots/:bot_id/api_key', { bot_id })).catch(report)}>
            {words.showKey}
          </button>
          <button
            class="act"
            onClick={() => void showKey(ask('POST /bots/:bot_id/api_key/regenerate', { bot_id })).catch(report)}
          >
            {settingsWords.newKey}
          </button>
        </Show>
        <input ref={picture} type="file" accept="image/*" hidden onChange={() => void upload()} />
        <button class="act" onClick={() => picture.click()}>
          {settingsWords.choosePicture}
        </button>
        <button
          class="act danger"
          onClick={() =>
            confirmed(client, {
              title: words.deactivate,
              text: words.deactivateText,
              button: words.deactivate,
              run: () => ask('DELETE /bots/:bot_id', { bot_id }),
            })
          }
        >
          {words.deactivate}
        </button>
      </p>
    </>
  )
}

/** The requests of services to a bot, and the addresses for its events. */
function BotConnections(props: { bot: OwnBot }) {
  return (
    <>
      <h4>{integrationWords.service}</h4>
      <p class="quiet">
        {integrationWords.serviceText} <a href="#settings/services">{settingsWords.sections.services}</a>
      </p>
      <Deliveries bot_id={props.bot.user_id} />
      <BotAddresses bot_id={props.bot.user_id} />
      <BotPresses bot_id={props.bot.user_id} />
      <Show when={props.bot.account.bot_type !== INCOMING}>
        <BotEvents bot_id={props.bot.user_id} />
      </Show>
    </>
  )
}
