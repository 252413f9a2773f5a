import { step } from '../../../edge'
import type { User } from '../../people/users/user'
import { uploadResponse } from '../attachments/attachment'
import { thumbnailSteps } from '../thumbnails/make-thumbnail'
import {
  cancelRefusedUpload,
  finishResumableUpload,
  saveProgress,
  type FinishedPiece,
  type Progress,
} from './resumable-actions'

/** The decisions of the realm while the Worker receives a piece of a file. */
export const pieceSteps = {
  ...thumbnailSteps,
  cancelUpload: step((realm, actor: User, { upload_id }: { upload_id: string }) =>
    cancelRefusedUpload(realm, actor, upload_id),
  ),

  saveProgress: step((realm, actor: User, progress: Progress) => saveProgress(realm, actor, progress)),

  finishUpload: step((realm, actor: User, piece: FinishedPiece) =>
    uploadResponse(finishResumableUpload(realm, actor, piece)),
  ),
}
