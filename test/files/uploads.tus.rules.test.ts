import { describe, expect, test } from 'vitest'
import { findFileMetadata, refusalOfPiece, type ResumableUpload } from '../../src/domain/files/uploads/resumable-rules'

const NOW = 1000

describe('refusals of pieces', () => {
  const upload: ResumableUpload = {
    upload_id: 'x',
    user_id: 1,
    metadata: '',
    size: 10,
    stored_bytes: 5,
    r2_upload_id: null,
    parts: [],
    writer: null,
    written_at: NOW,
    expires_at: NOW + 60,
  }

  test.for<[changes: Partial<ResumableUpload>, offset: number, refusal: string | undefined]>([
    [{}, 5, undefined],
    [{}, 4, 'Upload-Offset is not the current offset of the upload'],
    [{}, 6, 'Upload-Offset is not the current offset of the upload'],
    [{ writer: 'y', written_at: NOW - 59 }, 5, 'Another request is writing to this upload'],
    [{ writer: 'y', written_at: NOW - 60 }, 5, undefined],
  ])('of an upload with %j, at the offset %i: %s', ([changes, offset, refusal]) => {
    expect(refusalOfPiece({ ...upload, ...changes }, offset, NOW)?.message).toBe(refusal)
  })
})

describe('the metadata of a file', () => {
  test.for<[metadata: string, file: object | undefined]>([
    ['', { name: 'uploaded-file', content_type: 'application/octet-stream' }],
    ['filename ???', undefined],
    ['a,a', undefined],
  ])('%j is %j', ([metadata, file]) => {
    expect(findFileMetadata(metadata)).toEqual(file)
  })
})
