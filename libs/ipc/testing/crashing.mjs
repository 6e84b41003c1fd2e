// A child that ends at once, and counts its starts in a file.
import { appendFileSync } from "node:fs";

appendFileSync(process.env.FIXTURE_STARTS, "x");
process.exit(9);
