import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { AnswerOf, User } from '../../../client-state/wire'
import { integrationWords as words } from '../../words/en-integrations'
import { organizationWords } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { attempt, fetched } from '../fetched'
import { NewSecret } from '../new-secret'
import { Items, Part, RemoveButton, SettingsForm, textOf } from '../parts'
import { Secret } from '../secret'
import { TextField } from '../form-fields'

type Command = AnswerOf<'GET /parley/commands'>['commands'][number]

const INCOMING = 2

/** The slash commands of the organization. */
export function Commands() {
  const client = useClient()
  const { ask, store, watch } = client
  const { value, refresh } = fetched(client, async () => (await ask('GET /parley/commands')).commands)
  const [secret, setSecret] = createSignal('')
  const bots = (): User[] => {
    watch('people')
    return [...store.state.realm_users].filter(({ is_bot, bot_type }) => is_bot && bot_type !== INCOMING)
  }
  async function create(fields: FormData, form: HTMLFormElement) {
    const answer = await ask('POST /parley/commands', {
      name: textOf(fields, 'name'),
      description: textOf(fields, 'description'),
      usage_hint: textOf(fields, 'hint'),
      bot_id: Number(textOf(fields, 'bot')),
      url: textOf(fields, 'url'),
    })
    setSecret(answer.secret)
    form.reset()
    await refresh()
  }
  async function remove(id: number) {
    if (await attempt(client, ask('DELETE /parley/commands/:command_id', { command_id: id }))) await refresh()
  }
  return (
    <>
      <Part title={organizationWords.sections['organization/commands']} text={words.commandsText}>
        <Items of={value()} none={words.noCommands}>
          {(command) => <CommandRow command={command} remove={() => void remove(command.id)} />}
        </Items>
      </Part>
      <Part title={words.newCommand}>
        <Show when={secret()}>{(text) => <Secret text={text()} name={words.secret} />}</Show>
        <Show
          when={bots().length > 0}
          fallback={
            <p class="quiet">
              {words.noBots} <a href="#settings/bots">{words.createBot}</a>
            </p>
          }
        >
          <NewCommandForm bots={bots()} create={create} />
        </Show>
      </Part>
    </>
  )
}

function CommandRow(props: { command: Command; remove: () => void }) {
  const { ask, names } = useClient()
  const { command } = props

  return (
    <li>
      <div class="grow">
        <b>
          /{command.name} {command.usage_hint}
        </b>
        <p class="quiet" dir="auto">
          {[command.description, names.user(command.bot_id), command.url].filter(Boolean).join(' · ')}
        </p>
      </div>
      <NewSecret
        name={`/${command.name}`}
        replace={(has_leaked) =>
          ask('POST /parley/commands/:command_id/secret', { command_id: command.id, has_leaked })
        }
      />
      <RemoveButton name={`/${command.name}`} remove={() => props.remove()} />
    </li>
  )
}

function NewCommandForm(props: { bots: User[]; create: (fields: FormData, form: HTMLFormElement) => Promise<void> }) {
  return (
    <SettingsForm button={settingsWords.add} submit={props.create}>
      <TextField label={words.commandName} name="name" most={100} />
      <TextField label={words.description} name="description" most={200} isOptional />
      <TextField label={words.hint} name="hint" most={100} isOptional />
      <label>
        {words.bot}
        <select name="bot" required>
          <For each={props.bots}>{({ user_id, full_name }) => <option value={user_id}>{full_name}</option>}</For>
        </select>
      </label>
      <TextField label={words.url} name="url" type="url" most={2000} />
    </SettingsForm>
  )
}
