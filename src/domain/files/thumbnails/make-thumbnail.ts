import { waitUntil } from 'cloudflare:workers'
import { logLine } from '../../../api/log-line'
import { step, type Edge } from '../../../edge'
import { PictureProblem } from '../../../images/problem'
import { shrinkPicture } from '../../../images/shrink'
import type { Realm } from '../../../realm'
import type { Files } from '../../../store/files'
import { THUMBNAIL_FORMAT } from '../attachments/rules'
import { animationKey, thumbnailKey } from '../attachments/thumbnail-key'
import { finishThumbnail, type ThumbnailReport } from './actions'
import type { ThumbnailOutcome } from './rules'

const { max_width: width, max_height: height } = THUMBNAIL_FORMAT

/** The later step of each request that makes a thumbnail. */
export const thumbnailSteps = {
  finishThumbnail: step((realm: Realm, _: unknown, report: ThumbnailReport) => finishThumbnail(realm, report)),
}

type StoredPicture = { path_id: string; key: string }

/** Makes the thumbnail of a new picture after the response. */
export function makeThumbnailLater(edge: Edge, picture: StoredPicture): void {
  waitUntil(
    makeThumbnail(edge, picture).catch((error: unknown) => logLine('error', 'thumbnail_not_reported', {}, error)),
  )
}

/** Makes a thumbnail, stores it in R2, and tells the realm. */
export async function makeThumbnail(edge: Edge, { path_id, key }: StoredPicture): Promise<ThumbnailOutcome> {
  const outcome = await attempt(edge.files, key)
  await edge.ask(thumbnailSteps.finishThumbnail, { path_id, outcome })
  return outcome
}

async function attempt(files: Files, key: string): Promise<ThumbnailOutcome> {
  try {
    const target = { box: { width, height } }
    const { results, isAnimated, animation } = await shrinkPicture(() => files.read(key), [target], target)
    const moving = animation && (await files.put(animationKey({ key }), animation, 'image/webp'))
    const still = await files.put(thumbnailKey({ key }), results[0]!, 'image/webp')
    return { state: 'ready', isAnimated, animation: moving, ...still }
  } catch (error) {
    if (!(error instanceof PictureProblem)) logLine('error', 'thumbnail_failed', {}, error)
    const problem = error instanceof PictureProblem ? error.problem : 'unsupported'
    return { state: STATES[problem] }
  }
}

const STATES = { damaged: 'failed', unsupported: 'original', 'too large': 'original', busy: 'busy' } as const
