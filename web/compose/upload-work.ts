import type { Client } from '../client/client'
import { Refusal } from '../wire/requests'
import { uploadFile } from '../wire/upload'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { insertText } from './insert-text'

export type Upload = { file: File; sent: number; reason?: string; isTooLarge?: boolean; cancel: () => void }

export type UploadList = {
  field: () => HTMLTextAreaElement
  setUploads: (change: (all: Upload[]) => Upload[]) => void
}

const MEBIBYTE = 1024 * 1024

/** Uploads a file, and shows how far it is. */
export async function upload(client: Client, { field, setUploads }: UploadList, file: File): Promise<void> {
  const change = (next: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.file === file ? { ...each, ...next } : each)))
  const remove = () => setUploads((all) => all.filter((each) => each.file !== file))
  const abort = new AbortController()
  const cancel = () => {
    abort.abort()
    remove()
  }
  change({ cancel })
  const most = client.store.state.max_file_upload_size_mib
  if (file.size > most * MEBIBYTE) return change({ reason: laterWords.uploads.tooLarge(most), isTooLarge: true })
  try {
    const { url, filename } = await uploadFile(client, file, (sent) => change({ sent }), abort.signal)
    remove()
    insertLink(field(), filename, url)
  } catch (error) {
    if (abort.signal.aborted) return
    change({ reason: error instanceof Refusal ? error.message : words.unreachable })
  }
}

function insertLink(field: HTMLTextAreaElement, filename: string, url: string) {
  const had = document.activeElement
  const before = field.value.slice(0, field.selectionStart)
  const gap = before === '' || /\s$/.test(before) ? '' : '\n'
  insertText(field, `${gap}[${filename.replaceAll(/[[\]\\]/g, '\\$&')}](${url})\n`)
  if (had instanceof HTMLElement && had !== field) had.focus()
}
