import { For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { AnswerOf, Attachment } from '../../client-state/wire'
import { sizeText } from '../parts/size'
import { shortTime } from '../parts/time'
import { settingsWords as words } from '../words/en-settings'
import { confirmed, ConfirmDialog } from './confirm'
import { fetched } from './fetched'
import { Part } from './parts'

type Files = AnswerOf<'GET /attachments'>

/** The files that the user has uploaded, and the space that they use. */
export function Uploads() {
  const client = useClient()
  const { ask, report, store } = client
  const { value, refresh, setValue } = fetched(client, (): Promise<Files> => ask('GET /attachments'))
  const files = () => (value()?.attachments ?? []).toSorted((a, b) => b.create_time - a.create_time)
  const own = () => files().reduce((sum, { size }) => sum + size, 0)
  async function older() {
    const oldest = Math.min(...files().map(({ id }) => id))
    const page: Files = await ask('GET /attachments', { parley_before: oldest })
    setValue((before) => ({ ...page, attachments: [...page.attachments, ...(before?.attachments ?? [])] }))
  }
  const remove = (file: Attachment) =>
    confirmed(client, {
      title: words.deleteFile(file.name),
      text: words.deleteFileAsk(file.name),
      button: words.delete,
      run: () => ask('DELETE /attachments/:attachment_id', { attachment_id: file.id }).then(refresh),
    })
  const quota: number | null = store.state.realm_upload_quota_mib
  return (
    <Part title={words.uploadsUsed(sizeText(own()))}>
      <Show when={value()}>
        {(answer) => (
          <Show when={quota}>
            {(most) => (
              <p class="quiet">
                {words.ofQuota(sizeText(answer().upload_space_used), sizeText(most() * 1024 * 1024))}{' '}
                <meter value={answer().upload_space_used} max={most() * 1024 * 1024} aria-hidden="true" />
              </p>
            )}
          </Show>
        )}
      </Show>
      <ul class="items">
        <For each={files()}>{(file) => <FileRow file={file} remove={() => remove(file)} />}</For>
      </ul>
      <Show when={value()?.parley_is_complete === false}>
        <button class="act" onClick={() => void older().catch(report)}>
          {words.older}
        </button>
      </Show>
      <Show when={value() !== undefined && files().length === 0}>
        <p class="quiet">{words.noUploads}</p>
      </Show>
      <ConfirmDialog />
    </Part>
  )
}

function FileRow(props: { file: Attachment; remove: () => void }) {
  const { file } = props

  return (
    <li>
      <div class="grow">
        <a href={`/user_uploads/${file.path_id}`} target="_blank" rel="noopener" dir="auto">
          {file.name}
        </a>
        <p class="quiet">
          {sizeText(file.size)} · {shortTime(file.create_time)} · {words.usedIn(file.message_ids.length)}
        </p>
      </div>
      <button class="act" aria-label={words.deleteFile(file.name)} onClick={() => props.remove()}>
        {words.delete}
      </button>
    </li>
  )
}
