import { For, Show } from 'solid-js'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import type { Upload } from './upload-work'

/** The files that are on their way, each with its progress. */
export function UploadList(props: { uploads: Upload[]; add: (files: File[]) => void }) {
  return (
    <ul class="uploads" aria-label={laterWords.uploads.title}>
      <For each={props.uploads}>
        {({ file, sent, reason, isTooLarge, cancel }) => (
          <li>
            <span class="name" dir="auto">
              {file.name}
            </span>
            <Show
              when={reason}
              fallback={
                <>
                  <progress max={file.size || 1} value={sent} aria-label={laterWords.uploads.progress(file.name)} />
                  <span class="detail">{laterWords.uploads.percent(file.size === 0 ? 0 : sent / file.size)}</span>
                </>
              }
            >
              <span class="fail" role="alert">
                {reason}
              </span>
              <Show when={!isTooLarge}>
                <button class="act" type="button" onClick={() => props.add([file])}>
                  {words.tryAgain}
                </button>
              </Show>
            </Show>
            <button class="act" type="button" aria-label={laterWords.uploads.cancel(file.name)} onClick={cancel}>
              {laterWords.cancel}
            </button>
          </li>
        )}
      </For>
    </ul>
  )
}
