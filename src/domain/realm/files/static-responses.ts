/** A response that is the same for every client and changes only with the version of the server. */
export const CACHED_FOR_A_DAY = { 'cache-control': 'public, max-age=86400' }

export const svgResponse = (svg: string) =>
  new Response(svg, { headers: { ...CACHED_FOR_A_DAY, 'content-type': 'image/svg+xml' } })

export const pngResponse = (png: Uint8Array<ArrayBuffer>) =>
  new Response(png, { headers: { ...CACHED_FOR_A_DAY, 'content-type': 'image/png' } })
