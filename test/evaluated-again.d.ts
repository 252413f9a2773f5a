/** A module that is evaluated once more: an address with a query names another one. */
declare module '*?again'
