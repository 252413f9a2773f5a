/** The name under which a tab keeps its seat, so that it is in the call again after a reload. */
export const SEAT = 'call-seat'
