import { step } from '../../../edge'
import type { User } from '../../people/users/user'
import { uploadedAs } from '../attachments/attachment'
import { endUntold, finishResumable, noteProgress, type Finished, type Progress } from './actions'

/** What the realm decides while the Worker receives a piece of a file. */
export const pieceSteps = {
  /** Ends an upload whose first piece was refused: the client does not know its address. */
  endUpload: step((realm, actor: User, { upload_id }: { upload_id: string }) => endUntold(realm, actor, upload_id)),

  noteProgress: step((realm, actor: User, progress: Progress) => noteProgress(realm, actor, progress)),

  /** Makes a file of an upload whose last piece arrived. */
  finish: step((realm, actor: User, arrived: Finished) => uploadedAs(finishResumable(realm, actor, arrived))),
}
