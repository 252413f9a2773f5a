import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { AnswerOf, ParametersOf } from '../../../client-state/wire'
import { providerWords as words } from '../../words/en-providers'
import { settingsWords } from '../../words/en-settings'
import { attempt, fetched } from '../fetched'
import { Items, Part, SettingsForm, textOf, typedIn } from '../parts'
import { TextField } from '../form-fields'
import { withPassword } from '../confirmation-dialog'
import { ProviderGroups } from './provider-groups'

type Provider = AnswerOf<'GET /parley/providers'>['providers'][number]
type Kind = NonNullable<ParametersOf<'POST /parley/providers'>['kind']>

const KINDS: readonly Kind[] = ['oidc', 'google', 'entra', 'gitlab', 'apple', 'github']

/** Where members can log in besides this server. A change needs the password, because a provider can log in as anyone. */
export function Providers() {
  const client = useClient()
  const { ask, setNotice } = client
  const { value, refresh } = fetched(client, async () => (await ask('GET /parley/providers')).providers)
  const remove = (provider: string) =>
    withPassword(client, async () => {
      await ask('DELETE /parley/providers/:provider', { provider })
      await refresh()
    })
  async function test(provider: string) {
    await attempt(
      client,
      ask('POST /parley/providers/:provider/test', { provider }).then(({ problem }) =>
        setNotice({ text: problem ?? words.works }),
      ),
    )
  }
  return (
    <>
      <Part title={words.title} text={words.text}>
        <Items of={value()} none={words.none}>
          {(row) => <ProviderRow row={row} test={() => void test(row.provider)} remove={() => remove(row.provider)} />}
        </Items>
      </Part>
      <NewProvider refresh={refresh} />
    </>
  )
}

/** The kinds whose tokens or user info can list groups. */
const WITH_GROUPS: readonly Kind[] = ['oidc', 'entra', 'gitlab']

function ProviderRow(props: { row: Provider; test: () => void; remove: () => void }) {
  const [isOpen, setOpen] = createSignal(false)
  return (
    <>
      <li>
        <div class="grow">
          <b dir="auto">{props.row.display_name || props.row.provider}</b>
          <p class="quiet">
            {words.kinds[props.row.kind]} · {props.row.issuer}
          </p>
          <p class="quiet">
            {words.redirect} <code>{props.row.redirect_url}</code>
          </p>
        </div>
        <Show when={WITH_GROUPS.includes(props.row.kind)}>
          <button
            class="act"
            aria-expanded={isOpen()}
            aria-label={`${words.groups}: ${props.row.provider}`}
            onClick={() => setOpen(!isOpen())}
          >
            {words.groups}
          </button>
        </Show>
        <Show when={!props.row.is_from_deployment} fallback={<span class="quiet">{words.fromDeployment}</span>}>
          <button class="act" aria-label={`${words.test}: ${props.row.provider}`} onClick={() => props.test()}>
            {words.test}
          </button>
          <button
            class="act danger"
            aria-label={settingsWords.removeItem(props.row.provider)}
            onClick={() => props.remove()}
          >
            {settingsWords.remove}
          </button>
        </Show>
      </li>
      <Show when={isOpen()}>
        <li>
          <ProviderGroups provider={props.row.provider} />
        </li>
      </Show>
    </>
  )
}

function NewProvider(props: { refresh: () => Promise<void> }) {
  const client = useClient()
  const { ask } = client
  const [kind, setKind] = createSignal<Kind>('oidc')
  function create(fields: FormData, form: HTMLFormElement): Promise<void> {
    const params = paramsIn(kind(), fields)
    withPassword(client, async () => {
      await ask('POST /parley/providers', params)
      form.reset()
      await props.refresh()
    })
    return Promise.resolve()
  }
  return (
    <Part title={words.add}>
      <SettingsForm button={settingsWords.add} submit={create}>
        <label>
          {words.kind}
          <select
            value={kind()}
            onChange={({ currentTarget }) => setKind(KINDS.find((each) => each === currentTarget.value) ?? 'oidc')}
          >
            <For each={Object.entries(words.kinds)}>{([id, name]) => <option value={id}>{name}</option>}</For>
          </select>
        </label>
        <TextField name="provider" label={words.key} most={500} isCode />
        <TextField name="display_name" label={words.displayName} isOptional most={500} isCode />
        <Show when={['oidc', 'entra', 'gitlab'].includes(kind())}>
          <TextField name="issuer" label={words.issuer} isOptional={kind() !== 'oidc'} most={500} isCode />
        </Show>
        <TextField name="client_id" label={words.clientId} most={500} isCode />
        <label>
          {kind() === 'apple' ? words.appleKey : words.clientSecret}
          <textarea name="client_secret" rows="2" required autocomplete="off" spellcheck={false} />
        </label>
        <Show when={kind() === 'apple'}>
          <TextField name="team_id" label={words.teamId} most={500} isCode />
          <TextField name="key_id" label={words.keyId} most={500} isCode />
        </Show>
        <TextField name="domains" label={words.domains} isOptional most={500} isCode />
        <p class="quiet">{words.domainsText}</p>
      </SettingsForm>
    </Part>
  )
}

function paramsIn(kind: Kind, fields: FormData) {
  const optional = Object.fromEntries(
    ['issuer', 'team_id', 'key_id'].flatMap((name) =>
      textOf(fields, name) === '' ? [] : [[name, textOf(fields, name)]],
    ),
  )
  const trusted_domains = textOf(fields, 'domains')
    .split(/[\s,]+/)
    .filter(Boolean)
  return {
    provider: textOf(fields, 'provider'),
    kind,
    display_name: textOf(fields, 'display_name'),
    client_id: textOf(fields, 'client_id'),
    client_secret: typedIn(fields, 'client_secret'),
    trusted_domains,
    ...optional,
  }
}
