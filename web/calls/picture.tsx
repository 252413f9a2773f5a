import { createEffect } from 'solid-js'

/** A moving picture of a participant. It has no sound: voices.tsx plays it. */
export function Picture(props: { track: MediaStreamTrack; isMirrored?: boolean; isWhole?: boolean }) {
  let video!: HTMLVideoElement
  createEffect(() => {
    video.srcObject = new MediaStream([props.track])
  })
  return (
    <video
      ref={video}
      classList={{ mirrored: props.isMirrored, whole: props.isWhole }}
      autoplay
      playsinline
      muted
      disablepictureinpicture={!props.isWhole}
    />
  )
}
