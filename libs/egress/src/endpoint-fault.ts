/** Why a URL cannot be an endpoint's. */
export type EndpointUrlFaultCode =
  | 'too_long'
  | 'not_a_url'
  | 'characters'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'fragment'
  | 'host_unicode'
  | 'host_form'
  | 'host_local'
  | 'address_not_allowed';

/** A refusal of a URL. */
export interface EndpointUrlFault {
  readonly code: EndpointUrlFaultCode;
  /** One sentence for the owner of the endpoint. */
  readonly detail: string;
}

/** The fault of a URL, as a sentence. */
export const fault = (code: EndpointUrlFaultCode, what: string): EndpointUrlFault => ({
  code,
  detail: `The URL ${what}.`,
});
