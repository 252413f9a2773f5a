/** Returns the key of an upload in R2. The file keeps this key after the upload is finished. */
export const uploadKey = (token: string): string => `uploads/${token}`

/** Returns the key under which the file of a path was uploaded. Files of imported organizations have others. */
export function keyOfPath(path_id: string): string {
  const [, first = '', rest = ''] = path_id.split('/')
  return uploadKey(first + rest)
}

/** Returns the key of the bytes of a resumable upload that do not fill a part of R2's multipart upload yet. */
export const remainderKey = (upload_id: string): string => `${uploadKey(upload_id)}-remainder`
