// Types of one call, derived from the generated schema, so that no call names its response type.
import type { paths } from "@/api/schema.gen";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The schema's paths with this method: "/api/orders/{order_id}". */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, { responses: unknown }> ? P : never;
}[keyof paths];

type Operation<M extends Method, P extends keyof paths> = paths[P] extends Record<M, infer O> ? O : never;
type Parameters<O, Where extends "path" | "query"> = O extends { parameters: Partial<Record<Where, infer Named>> }
  ? NonNullable<Named>
  : never;
type Given<O, Where extends "path" | "query"> = [Parameters<O, Where>] extends [never]
  ? unknown
  : Partial<Parameters<O, Where>> extends Parameters<O, Where>
    ? Partial<Record<Where, Parameters<O, Where>>>
    : Record<Where, Parameters<O, Where>>;

type Json<C> = C extends { content: { "application/json": infer T } } ? T : never;
type Sent<O> = O extends { requestBody?: infer R } ? Json<NonNullable<R>> : never;
// The server sets ids, so bodies have none. The generator makes fields with a default required: they are optional here.
// PATCH bodies are partial.
type Defaulted = "isDefault" | "maxBookings" | "saveCard" | "slotMinutes";
type Body<M extends Method, B> = M extends "patch"
  ? Partial<Omit<B, "id">>
  : Omit<B, "id" | Defaulted> & Partial<Pick<B, Extract<keyof B, Defaulted>>>;
type WithBody<M extends Method, O> = [Sent<O>] extends [never] ? unknown : { body: Body<M, Sent<O>> };

/** URL parameters of a call: `path` and `query`, if the schema has them. */
export type ParametersOf<M extends Method, P extends PathWith<M>> = Given<Operation<M, P>, "path"> &
  Given<Operation<M, P>, "query">;

/** What a call sends: URL parameters and body. */
export type RequestOf<M extends Method, P extends PathWith<M>> = ParametersOf<M, P> & WithBody<M, Operation<M, P>>;

/** The body of a successful response; null for an empty one. */
export type ResponseOf<M extends Method, P extends PathWith<M>> =
  Operation<M, P> extends { responses: infer R }
    ? {
        [S in keyof R & (200 | 201 | 204)]: R[S] extends { content: { "application/json": infer T } } ? T : null;
      }[keyof R & (200 | 201 | 204)]
    : never;

/** The last argument of a call, optional if nothing in it is required. */
export type Rest<T> = Partial<T> extends T ? [value?: T] : [value: T];
