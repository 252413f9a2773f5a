import { createMemo, createSignal, For, Show } from 'solid-js'
import type { Json } from '../../../client-state/reducer'
import { store } from '../../app'
import { watch } from '../../views/watched'
import { ask } from '../../wire/requests'
import { organizationWords as words } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { userSettingWords } from '../../words/en-user-settings'
import { confirmed, ConfirmDialog } from '../confirm'
import { attempt, fetched, stateOf } from '../fetched'
import { Part, SettingLines, SettingsForm, textOf } from '../parts'
import { NOTIFICATION_KINDS, NOTIFICATIONS, PREFERENCES } from '../user-settings'
import { flag, type Line } from '../setting-line'

/** Settings that only each person can choose. */
const OWN = new Set([
  'default_language',
  'timezone',
  'enable_marketing_emails',
  'enable_login_emails',
  'allow_private_data_export',
])

/** The preferences with which new members begin: the same tables as for one's own. */
export function NewUsers() {
  const { value, setValue } = fetched(
    async (): Promise<Record<string, unknown>> =>
      (await stateOf(['realm_user_settings_defaults'])).realm_user_settings_defaults,
  )
  const kinds = Object.fromEntries(
    Object.values(NOTIFICATION_KINDS).flatMap((settings) => settings.map((name) => [name, flag])),
  )
  const tables: [title: string, lines: Record<string, Line>][] = [
    ...Object.entries(PREFERENCES).map(([name, lines]): [string, Record<string, Line>] => [
      settingsWords.preferences[name] ?? '',
      lines,
    ]),
    [settingsWords.notifyAbout, kinds],
    ...Object.entries(NOTIFICATIONS).map(([name, lines]): [string, Record<string, Line>] => [
      settingsWords.notifications[name] ?? '',
      lines,
    ]),
  ]
  const forAll = (lines: Record<string, Line>) =>
    Object.fromEntries(Object.entries(lines).filter(([name]) => !OWN.has(name)))
  async function save(name: string, chosen: unknown) {
    await ask('PATCH /realm/user_settings_defaults', { [name]: chosen })
    setValue((before) => ({ ...before, [name]: chosen }))
  }
  return (
    <>
      <p class="quiet">{words.newUsersText}</p>
      <Show when={value()}>
        <For each={tables}>
          {([title, lines]) => (
            <Show when={Object.keys(forAll(lines)).length > 0}>
              <Part title={title}>
                <SettingLines
                  lines={forAll(lines)}
                  words={userSettingWords}
                  values={() => value() ?? {}}
                  save={save}
                  isDisabled={() => !store.state.is_admin}
                />
              </Part>
            </Show>
          )}
        </For>
      </Show>
    </>
  )
}

const SELECT = '3'
const ACCOUNT = '7'

/** The fields of all profiles. Buttons change their order, so a pointer is not needed. */
export function ProfileFields() {
  const [type, setType] = createSignal('1')
  const fields = createMemo((): Json[] => {
    watch('people')
    return [...store.state.custom_profile_fields]
  })
  const move = (at: number, by: 1 | -1) => {
    const order = fields().map(({ id }) => id)
    const [id] = order.splice(at, 1)
    order.splice(at + by, 0, id)
    return attempt(ask('PATCH /realm/profile_fields', { order }))
  }
  const create = async (form: FormData, element: HTMLFormElement) => {
    const options = textOf(form, 'options')
      .split('\n')
      .map((text) => text.trim())
      .filter(Boolean)
    const inOrder = options.map((text, at) => [String(at), { text, order: String(at + 1) }])
    await ask('POST /realm/profile_fields', {
      name: textOf(form, 'name'),
      hint: textOf(form, 'hint'),
      field_type: Number(type()),
      ...(type() === SELECT ? { field_data: Object.fromEntries(inOrder) } : {}),
      ...(type() === ACCOUNT ? { field_data: { subtype: textOf(form, 'account') } } : {}),
      display_in_profile_summary: form.has('summary'),
      required: form.has('required'),
      editable_by_user: form.has('editable'),
    })
    element.reset()
    setType('1')
  }
  return (
    <>
      <Part title={words.sections['organization/profile-fields'] ?? ''}>
        <ul class="items">
          <For each={fields()}>
            {(field, at) => (
              <li>
                <div class="grow">
                  <b dir="auto">{field.name}</b>
                  <p class="quiet">{[words.fieldTypes[field.type], field.hint].filter(Boolean).join(' · ')}</p>
                </div>
                <button
                  class="act"
                  disabled={at() === 0}
                  aria-label={words.moveUp(field.name)}
                  onClick={() => void move(at(), -1)}
                >
                  ↑
                </button>
                <button
                  class="act"
                  disabled={at() === fields().length - 1}
                  aria-label={words.moveDown(field.name)}
                  onClick={() => void move(at(), 1)}
                >
                  ↓
                </button>
                <button
                  class="act"
                  aria-label={settingsWords.removeItem(field.name)}
                  onClick={() =>
                    confirmed({
                      title: settingsWords.removeItem(field.name),
                      text: words.deleteFieldText,
                      button: settingsWords.delete,
                      run: () => ask(`DELETE /realm/profile_fields/${field.id}`),
                    })
                  }
                >
                  {settingsWords.remove}
                </button>
              </li>
            )}
          </For>
        </ul>
        <Show when={fields().length === 0}>
          <p class="quiet">{words.noFields}</p>
        </Show>
      </Part>
      <Part title={words.newField}>
        <SettingsForm button={settingsWords.add} submit={create}>
          <label>
            {words.fieldType}
            <select value={type()} onChange={({ currentTarget }) => setType(currentTarget.value)}>
              <For each={Object.entries(words.fieldTypes)}>
                {([value, name]) => <option value={value}>{name}</option>}
              </For>
            </select>
          </label>
          <Show when={type() === ACCOUNT} fallback={<NameFields />}>
            <label>
              {words.fieldAccount}
              <select name="account">
                <For each={Object.entries(words.accounts)}>
                  {([value, name]) => <option value={value}>{name}</option>}
                </For>
              </select>
            </label>
          </Show>
          <Show when={type() === SELECT}>
            <label>
              {words.fieldOptions}
              <textarea name="options" rows="4" required dir="auto" />
            </label>
          </Show>
          <label class="choice">
            <input type="checkbox" name="summary" /> {words.inSummary}
          </label>
          <label class="choice">
            <input type="checkbox" name="required" /> {words.fieldRequired}
          </label>
          <label class="choice">
            <input type="checkbox" name="editable" checked /> {words.fieldEditable}
          </label>
        </SettingsForm>
      </Part>
      <ConfirmDialog />
    </>
  )
}

function NameFields() {
  return (
    <>
      <label>
        {words.fieldName}
        <input name="name" required maxlength="40" dir="auto" autocomplete="off" />
      </label>
      <label>
        {words.fieldHint}
        <input name="hint" maxlength="80" dir="auto" autocomplete="off" />
      </label>
    </>
  )
}
