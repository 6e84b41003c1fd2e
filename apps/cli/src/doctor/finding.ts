/** One thing the doctor looked at. `fix` is the exact next step when it is not as it should be. */
export interface Finding {
  readonly name: string;
  /** `missing` stops the product from working; `limited` takes something away. */
  readonly state: "ok" | "limited" | "missing";
  readonly found: string;
  readonly fix?: string;
}
